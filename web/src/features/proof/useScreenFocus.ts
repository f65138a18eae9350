import { type RefObject, useEffect } from 'react';
import { focusHeading, isFocusLost, usePageFocus } from '@/ui/usePageFocus';

/** Until then a menu or dialog that closes has given the focus back. */
const closingMs = 400;

/** Where the focus goes when what had it is gone: the head of the comments, the proof, or the head of the screen. */
function homeOf(element: Element): string {
  if (element.closest('aside')) return 'aside h2';
  return element.closest('header') ? 'h1' : '[role="application"], h1';
}

/**
 * The focus of a screen that has no frame around it: its `h1` has it when the screen comes, and it is never lost while
 * the screen is there, whatever goes away or is switched off. Who works with the pointer is left alone.
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
