import type { Team } from '@/api/approvals';
import { listed } from '@/lib/format/text';
import { approverLimit, type Draft, type DraftStep, dueLimit, hoursOf, nameLimit, quorumOf, stepLimit } from './draft';

export type Field = 'name' | 'approvers' | 'quorum' | 'due' | 'reminder';

export type Problem = {
  /** The key of the step; undefined for the workflow itself. */
  step?: string;
  field: Field | 'steps';
  /** In the words of the server. */
  text: string;
  /** Set when not even a draft with it can be saved. */
  unsavable?: true;
};

/** Returns the problem of a field, if it has one. */
export function problemAt(problems: Problem[], field: Problem['field'], step?: string): Problem | undefined {
  return problems.find((problem) => problem.step === step && problem.field === field);
}

const length = (name: string) => Array.from(name.trim()).length;

/** How an approver is known: by name, and whether they can approve now. */
export type Known = { name: string; state: 'active' | 'inactive' | 'left' };

/**
 * Returns how a person of a workflow is known. Who is not in the team has left it, unless only a part of
 * the team was read.
 */
export function knownAs(team: Team, id: string): Known {
  const person = team.people.find((one) => one.id === id);
  if (!person) return team.whole ? { name: 'Somebody who left', state: 'left' } : { name: 'A member', state: 'active' };
  const name = `${person.firstname} ${person.lastname}`.trim() || person.emailAddress;
  return { name, state: person.canApprove ? 'active' : 'inactive' };
}

/** Returns how many approvals pass a step; NaN while that is no number. */
export function needsOf({ rule, approvers, quorum }: DraftStep): number {
  if (rule === 'any') return 1;
  return rule === 'all' ? approvers.length : quorumOf(quorum);
}

/** Says which approvers cannot approve any more. */
function absent(team: Team, ids: string[]): string {
  const names = ids.map((id) => knownAs(team, id)).filter(({ state }) => state !== 'active');
  const [first] = names;
  if (!first) return '';
  return `${listed(names.map(({ name }) => name))} cannot approve any more. `;
}

function approversProblem(step: DraftStep, team: Team): Omit<Problem, 'step' | 'field'> | undefined {
  const { approvers } = step;
  const known = approvers.map((id) => knownAs(team, id).state);
  if (known.includes('left')) {
    return { text: `${absent(team, approvers)}Only members of the account's team can approve.`, unsavable: true };
  }
  const twice = new Set(approvers).size < approvers.length;
  if (approvers.length > approverLimit || twice) {
    return { text: 'Each step needs 1 to 20 approvers, nobody twice.', unsavable: true };
  }
  if (approvers.length === 0) return { text: 'Each step needs 1 to 20 approvers, nobody twice.' };
  const needs = needsOf(step);
  if (needs <= approvers.length && known.filter((state) => state === 'active').length < needs) {
    return { text: `${absent(team, approvers)}A step has too few active approvers to be passed.` };
  }
  return undefined;
}

function quorumProblem({ rule, quorum, approvers }: DraftStep): Omit<Problem, 'step' | 'field'> | undefined {
  if (rule !== 'quorum') return undefined;
  const needs = quorumOf(quorum);
  if (Number.isNaN(needs) || needs < 1) return { text: 'Enter how many of them have to approve.' };
  if (needs > approverLimit) {
    return { text: 'A step cannot need more approvals than it has approvers.', unsavable: true };
  }
  if (approvers.length > 0 && needs > approvers.length) {
    return { text: 'A step cannot need more approvals than it has approvers.' };
  }
  return undefined;
}

const dueText = 'A step is due within 90 days, and its reminder comes before that.';

function problemsOf(step: DraftStep, team: Team): Problem[] {
  const found: Problem[] = [];
  const add = (field: Field, problem: Omit<Problem, 'step' | 'field'> | undefined) => {
    if (problem) found.push({ step: step.key, field, ...problem });
  };
  const nameText = 'Give each step a name of 1 to 60 characters.';
  if (length(step.name) > nameLimit) add('name', { text: nameText, unsavable: true });
  else if (length(step.name) === 0) add('name', { text: nameText });
  add('approvers', approversProblem(step, team));
  add('quorum', quorumProblem(step));
  const due = hoursOf(step.due);
  const reminder = hoursOf(step.reminder);
  if (!(due <= dueLimit)) add('due', { text: dueText, unsavable: true });
  else if (!(reminder === 0 || reminder < due)) add('reminder', { text: dueText, unsavable: true });
  return found;
}

/** Returns everything that keeps a draft from being published, in the order of its fields. */
export function problemsIn({ name, steps }: Draft, team: Team): Problem[] {
  const found: Problem[] = [];
  if (length(name) === 0 || length(name) > nameLimit) {
    found.push({ field: 'name', text: 'Give the workflow a name of 1 to 60 characters.', unsavable: true });
  }
  if (steps.length === 0 || steps.length > stepLimit) {
    found.push({ field: 'steps', text: 'A workflow has 1 to 10 steps.' });
  }
  return [...found, ...steps.flatMap((step) => problemsOf(step, team))];
}
