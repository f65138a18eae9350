import { type RefObject, useEffect, useLayoutEffect } from 'react';
import { useLocation, useNavigationType } from 'react-router';

/** What had the focus where an entry of the history was left: a link or a card. */
const places = new Map<string, string>();
/** Something has had the focus; until then it stays where the browser begins. */
let held = false;
/** What is looked for may still be loading; so many frames it is waited for. */
const patience = 90;

function selectorOf(element: Element | null): string | undefined {
  const card = element?.getAttribute('data-card');
  if (card) return `[data-card="${CSS.escape(card)}"]`;
  const href = element?.getAttribute('href');
  return href ? `#content a[href="${CSS.escape(href)}"]` : undefined;
}

export const isFocusLost = (): boolean => document.activeElement === null || document.activeElement === document.body;

/** Gives the focus to the heading of what `root` holds. */
export function focusHeading(root: HTMLElement | null): void {
  root?.querySelector<HTMLElement>('h1')?.focus({ preventScroll: true });
}

/**
 * A page that replaces another one takes over the focus that went with it: its heading gets it, or, on the way back,
 * the link or card that was followed. The `h1` in `root` has to take the focus (`tabIndex={-1}`).
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
    // once, when the page comes
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, []);
}
