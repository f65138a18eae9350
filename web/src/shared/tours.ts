/** What the user asked for: the list of tours, or what follows an edit of their profile. */
export type Asked = 'list' | 'edited';

let asked: Asked | null = null;
const listeners = new Set<() => void>();

function set(next: Asked | null): void {
  asked = next;
  for (const listener of listeners) listener();
}

/** Carries what the pages ask of the tours, so that they need not load them. */
export const tours = {
  list: () => set('list'),
  /** The user has saved their profile or company. */
  edited: () => set('edited'),
  close: () => set(null),
  asked: () => asked,
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};
