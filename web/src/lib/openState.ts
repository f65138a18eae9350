/** Whether a part of the app is open that several places open, such as a dialog. */
export type OpenState = {
  open: () => void;
  close: () => void;
  isOpen: () => boolean;
  subscribe: (listener: () => void) => () => void;
};

export function openState(): OpenState {
  let opened = false;
  const listeners = new Set<() => void>();
  const set = (next: boolean) => () => {
    opened = next;
    for (const listener of listeners) listener();
  };
  return {
    open: set(true),
    close: set(false),
    isOpen: () => opened,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
