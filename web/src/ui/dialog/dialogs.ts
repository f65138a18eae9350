import type { ReactNode } from 'react';

/** Dialogs as promises: the caller asks and waits for the answer. `DialogHost` renders them. */
export type ConfirmType = 'CONTINUE' | 'CONTINUECANCEL' | 'YESNO' | 'OK';

export type ConfirmRequest = {
  kind: 'confirm';
  type: ConfirmType;
  title: string;
  message: string;
  /** The label of the button, in place of the type's own. */
  accept?: string;
  refuse?: string;
  danger?: boolean;
  /** A place in the app to go to instead. Following it counts as a refusal. */
  link?: { to: string; text: string };
};

/** The most characters in a reason (BD-457). */
export const reasonLimit = 255;

export type ReasonRequest = {
  kind: 'reason';
  title: string;
  message?: string;
  label?: string;
};

export type ListRequest = {
  kind: 'list';
  title: string;
  message?: string;
  items: { title: string; text: string }[];
};

/** A question with content of its own, for instance because it loads data. */
export type ContentRequest = {
  kind: 'content';
  title: string;
  content: (answer: (agreed: boolean) => void) => ReactNode;
};

export type DialogRequest = ConfirmRequest | ReasonRequest | ListRequest | ContentRequest;
type Open = { request: DialogRequest; answer: (value: string | null) => void };

let open: Open | null = null;
const waiting: Open[] = [];
const listeners = new Set<() => void>();

function changed(): void {
  for (const listener of listeners) listener();
}

function ask(request: DialogRequest): Promise<string | null> {
  return new Promise((resolve) => {
    const entry = { request, answer: resolve };
    if (open) waiting.push(entry);
    else open = entry;
    changed();
  });
}

/** Asks a question and returns whether the user agreed. */
export async function confirm(request: Omit<ConfirmRequest, 'kind'>): Promise<boolean> {
  return (await ask({ kind: 'confirm', ...request })) !== null;
}

/**
 * Asks for a reason of 1 to 255 characters (BD-454..BD-458). Returns null when the user cancels.
 */
export function askReason(request: Omit<ReasonRequest, 'kind'>): Promise<string | null> {
  return ask({ kind: 'reason', ...request });
}

/** Asks a question with content of its own and returns whether the user agreed. */
export async function askIn(request: Omit<ContentRequest, 'kind'>): Promise<boolean> {
  return (await ask({ kind: 'content', ...request })) !== null;
}

/** Closes a question that has become obsolete. It counts as cancelled. */
export function withdraw(title: string): void {
  const of = ({ request }: Open) => request.title === title;
  for (const entry of waiting.filter(of)) {
    waiting.splice(waiting.indexOf(entry), 1);
    entry.answer(null);
  }
  if (open && of(open)) dialogStore.answer(null);
}

/** Shows a message with a list until the user closes it. */
export async function tell(request: Omit<ListRequest, 'kind'>): Promise<void> {
  await ask({ kind: 'list', ...request });
}

export const dialogStore = {
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  current: (): DialogRequest | null => open?.request ?? null,
  answer(value: string | null): void {
    const answered = open;
    open = waiting.shift() ?? null;
    changed();
    answered?.answer(value);
  },
};
