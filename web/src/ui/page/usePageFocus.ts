import { type RefObject, useEffect, useLayoutEffect } from 'react';
import { useLocation, useNavigationType } from 'react-router';

/** The focused element when the user left a history entry: a link or a card. */
const places = new Map<string, string>();
/** Set once an element has had the focus. Until then the browser's own starting point stays. */
let held = false;
/** The element may still be loading. This is the number of frames to wait for it. */
const patience = 90;

function selectorOf(element: Element | null): string | undefined {
  const card = element?.getAttribute('data-card');
  if (card) return `[data-card="${CSS.escape(card)}"]`;
  const href = element?.getAttribute('href');
  return href ? `#content a[href="${CSS.escape(href)}"]` : undefined;
}

export const isFocusLost = (): boolean => document.activeElement === null || document.activeElement === document.body;

/** Focuses the heading inside `root`. */
export function focusHeading(root: HTMLElement | null): void {
  root?.querySelector<HTMLElement>('h1')?.focus({ preventScroll: true });
}

/**
 * Moves the focus when a page replaces another one: to the heading of the new page or, on the way
 * back, to the link or card that the user had followed. The `h1` in `root` must be focusable
 * (`tabIndex={-1}`).
 */
export function usePageFocus(root: RefObject<HTMLElement | null>): void {
  const { key } = useLocation();
  const back = useNavigationType() === 'POP';

  useLayoutEffect(
    () => () => {
      const left = selectorOf(document.activeElement);
      if (left) places.set(key, left);
    },
    [key],
  );
  useEffect(() => {
    const note = () => {
      held = true;
    };
    document.addEventListener('focusin', note);
    return () => document.removeEventListener('focusin', note);
  }, []);
  useEffect(() => {
    if (!held) return undefined;
    const followed = back ? places.get(key) : undefined;
    let frame = 0;
    const look = (left: number) => {
      if (!isFocusLost()) return;
      const found = followed ? document.querySelector<HTMLElement>(followed) : null;
      if (found) found.focus({ preventScroll: true });
      else if (!followed || left === 0) focusHeading(root.current);
      else frame = requestAnimationFrame(() => look(left - 1));
    };
    look(patience);
    return () => cancelAnimationFrame(frame);
    // Only once, when the page opens.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, []);
}
