/** Dialogs as promises: a command asks, waits for the answer and goes on. `DialogHost` draws them. */
export type ConfirmType = 'CONTINUE' | 'CONTINUECANCEL' | 'YESNO' | 'OK';

export type ConfirmRequest = {
  kind: 'confirm';
  type: ConfirmType;
  title: string;
  message: string;
  /** Words for the buttons in place of the type's own. */
  accept?: string;
  refuse?: string;
  danger?: boolean;
};

/** A reason has at most this many characters (BD-457). */
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

export type DialogRequest = ConfirmRequest | ReasonRequest | ListRequest;
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

/** Asks and answers whether the person agreed. */
export async function confirm(request: Omit<ConfirmRequest, 'kind'>): Promise<boolean> {
  return (await ask({ kind: 'confirm', ...request })) !== null;
}

/** Asks for a reason of 1 to 255 characters (BD-454..BD-458); null when cancelled. */
export function askReason(request: Omit<ReasonRequest, 'kind'>): Promise<string | null> {
  return ask({ kind: 'reason', ...request });
}

/** Takes a question back that has answered itself; it counts as cancelled. */
export function withdraw(title: string): void {
  const of = ({ request }: Open) => request.title === title;
  for (const entry of waiting.filter(of)) {
    waiting.splice(waiting.indexOf(entry), 1);
    entry.answer(null);
  }
  if (open && of(open)) dialogStore.answer(null);
}

/** Tells something that takes a list, until it is closed. */
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
