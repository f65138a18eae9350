/** What the editor, made once, calls: always the handlers of the latest rendering. */
export function createPort<Handlers>(first: Handlers) {
  let handlers = first;
  return {
    now: (): Handlers => handlers,
    set: (next: Handlers): void => {
      handlers = next;
    },
  };
}
