/** The events of a finger after its first touch. */
const kinds = ['touchmove', 'touchend', 'touchcancel'] as const;

/**
 * Keeps a touch alive when its card leaves the document. The lifted card of a virtual list is drawn again elsewhere and
 * the touched one goes away; browsers then tell only the lost element of the finger, and a drag would never end. From then on the
 * events are passed on to the window, where the drag listens.
 */
export function followTouch(target: EventTarget): void {
  if (!(target instanceof Element)) return;
  const pass = (event: Event) => {
    if (event.type !== 'touchmove') stop();
    if (target.isConnected || !('touches' in event)) return;
    const copy = new Event(event.type, { bubbles: true, cancelable: true });
    Object.defineProperty(copy, 'touches', { value: event.touches });
    window.dispatchEvent(copy);
    if (copy.defaultPrevented && event.cancelable) event.preventDefault();
  };
  const stop = () => {
    for (const kind of kinds) target.removeEventListener(kind, pass);
  };
  for (const kind of kinds) target.addEventListener(kind, pass, { passive: false });
}
