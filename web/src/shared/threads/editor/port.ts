/**
 * The editor is created once but must call the handlers of the latest render. This port forwards to
 * them.
 */
export function createPort<Handlers>(first: Handlers) {
  let handlers = first;
  return {
    now: (): Handlers => handlers,
    set: (next: Handlers): void => {
      handlers = next;
    },
  };
}
