/** The events of a touch after its first one. */
const kinds = ['touchmove', 'touchend', 'touchcancel'] as const;

/**
 * Keeps a touch alive when its card leaves the document. A virtual list renders the lifted card
 * elsewhere and removes the touched one. Browsers then send the touch events only to the removed
 * element, so the drag would never end. From then on this function forwards the events to the
 * window, where the drag listens.
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
