import { type RefObject, useEffect } from 'react';
import { focusHeading, isFocusLost, usePageFocus } from '@/ui/page/usePageFocus';

/** The time in ms within which a closing menu or dialog has returned the focus. */
const closingMs = 400;

/**
 * Returns where the focus moves when its element is removed: the head of the comments, the proof,
 * or the head of the screen.
 */
function homeOf(element: Element): string {
  if (element.closest('aside')) return 'aside h2';
  return element.closest('header') ? 'h1' : '[role="application"], h1';
}

/**
 * Manages the focus of a full screen without the app's frame. Its `h1` gets the focus when the
 * screen opens. The focus is never lost when an element is removed or disabled. Pointer users are
 * not affected.
 */
export function useScreenFocus(root: RefObject<HTMLElement | null>): void {
  usePageFocus(root);
  useEffect(() => {
    let home = '';
    let timer: ReturnType<typeof setTimeout> | undefined;
    const rest = () => {
      if (!home || !isFocusLost()) return;
      const place = root.current?.querySelector<HTMLElement>(home);
      if (place) place.focus({ preventScroll: true });
      else focusHeading(root.current);
    };
    const held = ({ target }: FocusEvent) => {
      if (target instanceof Element) home = homeOf(target);
    };
    const left = () => {
      home = '';
    };
    const changed = new MutationObserver(() => {
      if (!home || !isFocusLost()) return;
      clearTimeout(timer);
      timer = setTimeout(rest, closingMs);
    });
    document.addEventListener('focusin', held);
    document.addEventListener('pointerdown', left);
    changed.observe(document.body, { childList: true, subtree: true, attributes: true, attributeFilter: ['disabled'] });
    return () => {
      clearTimeout(timer);
      changed.disconnect();
      document.removeEventListener('focusin', held);
      document.removeEventListener('pointerdown', left);
    };
  }, [root]);
}
