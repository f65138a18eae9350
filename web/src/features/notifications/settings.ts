type Listener = () => void;

let opened = false;
const listeners = new Set<Listener>();

function set(next: boolean): void {
  opened = next;
  for (const listener of listeners) listener();
}

/** Stores whether the notification settings are open: the bell and the user menu both open them. */
export const settings = {
  open: () => set(true),
  close: () => set(false),
  isOpen: () => opened,
  subscribe(listener: Listener): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};
