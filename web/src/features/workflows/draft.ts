import type { WorkflowContent, WorkflowStep } from '@/api/approvals';

export const nameLimit = 60;
export const stepLimit = 10;
export const approverLimit = 20;
/** The latest a step can be due, in hours after its begin. */
export const dueLimit = 90 * 24;

export type Unit = 'hours' | 'days';

/** A time in the form in which it is typed; an empty text is none. */
export type Span = { text: string; unit: Unit };

/** A step while it is edited. `key` identifies it whatever its place is. */
export type DraftStep = Omit<WorkflowStep, 'quorum' | 'due' | 'reminder'> & {
  key: string;
  quorum: string;
  due: Span;
  reminder: Span;
};

export type Draft = {
  name: string;
  steps: DraftStep[];
  /** The step that was removed last, and its place. It can be put back. */
  removed?: { step: DraftStep; at: number };
};

export type Change =
  | { type: 'name'; name: string }
  | { type: 'step'; key: string; changed: Partial<Omit<DraftStep, 'key'>> }
  | { type: 'add'; key: string }
  | { type: 'duplicate'; key: string; copy: string }
  | { type: 'remove'; key: string }
  | { type: 'putBack' }
  | { type: 'forget' }
  | { type: 'move'; from: number; to: number }
  | { type: 'replace'; draft: Draft };

function spanOf(hours = 0): Span {
  if (hours === 0) return { text: '', unit: 'days' };
  return hours % 24 === 0 ? { text: String(hours / 24), unit: 'days' } : { text: String(hours), unit: 'hours' };
}

/** Returns the hours of a time; 0 for none, NaN for what is no whole number. */
export function hoursOf({ text, unit }: Span): number {
  const typed = text.trim();
  if (typed === '') return 0;
  return /^\d{1,4}$/.test(typed) ? Number(typed) * (unit === 'days' ? 24 : 1) : Number.NaN;
}

/** Returns a number of approvals; NaN for what is no whole number. */
export function quorumOf(text: string): number {
  return /^\s*\d{1,3}\s*$/.test(text) ? Number(text) : Number.NaN;
}

export const emptyStep = (key: string): DraftStep => ({
  key,
  name: '',
  approvers: [],
  rule: 'any',
  quorum: '',
  due: spanOf(),
  reminder: spanOf(),
});

/** Returns the draft that shows a stored content. The keys of its steps are their places. */
export function draftOf(content: WorkflowContent): Draft {
  return {
    name: content.name,
    steps: content.steps.map(({ quorum, due, reminder, ...step }, at) => ({
      ...step,
      key: `stored-${at}`,
      quorum: quorum ? String(quorum) : '',
      due: spanOf(due),
      reminder: spanOf(reminder),
    })),
  };
}

/** Leaves out what is 0 or no number, as the server does. */
const some = (n: number) => (n > 0 ? n : undefined);

/** Returns what is saved of a draft. */
export function contentOf({ name, steps }: Draft): WorkflowContent {
  return {
    name: name.trim(),
    steps: steps.map((step) => ({
      name: step.name.trim(),
      approvers: step.approvers,
      rule: step.rule,
      quorum: step.rule === 'quorum' ? some(quorumOf(step.quorum)) : undefined,
      due: some(hoursOf(step.due)),
      reminder: some(hoursOf(step.reminder)),
    })),
  };
}

/** Returns a text that is equal for drafts with equal fields, whatever the keys of their steps are. */
export function fingerprint({ name, steps }: Draft): string {
  const fields = steps.map((step) => [
    step.name.trim(),
    step.approvers,
    step.rule,
    step.rule === 'quorum' ? step.quorum.trim() : '',
    hoursOf(step.due) || step.due.text.trim(),
    hoursOf(step.reminder) || step.reminder.text.trim(),
  ]);
  return JSON.stringify([name.trim(), fields]);
}

/** Moves an element of a list. A place beyond its ends changes nothing. */
function moved<T>(list: readonly T[], from: number, to: number): T[] {
  const next = [...list];
  const [one] = next.splice(from, 1);
  if (one === undefined || to < 0 || to > next.length) return [...list];
  next.splice(to, 0, one);
  return next;
}

/** Returns the draft after a change. */
export function edited(draft: Draft, change: Change): Draft {
  const { steps } = draft;
  switch (change.type) {
    case 'name':
      return { ...draft, name: change.name };
    case 'step':
      return { ...draft, steps: steps.map((s) => (s.key === change.key ? { ...s, ...change.changed } : s)) };
    case 'add':
      return steps.length < stepLimit ? { ...draft, steps: [...steps, emptyStep(change.key)] } : draft;
    case 'duplicate': {
      const at = steps.findIndex(({ key }) => key === change.key);
      const step = steps[at];
      if (!step || steps.length >= stepLimit) return draft;
      return { ...draft, steps: steps.toSpliced(at + 1, 0, { ...step, key: change.copy }) };
    }
    case 'remove': {
      const at = steps.findIndex(({ key }) => key === change.key);
      const step = steps[at];
      return step ? { ...draft, steps: steps.toSpliced(at, 1), removed: { step, at } } : draft;
    }
    case 'putBack': {
      if (!draft.removed || steps.length >= stepLimit) return draft;
      const { step, at } = draft.removed;
      return { ...draft, steps: steps.toSpliced(at, 0, step), removed: undefined };
    }
    case 'forget':
      return { ...draft, removed: undefined };
    case 'move':
      return { ...draft, steps: moved(steps, change.from, change.to) };
    case 'replace':
      return change.draft;
  }
}
