import { useEffect, useRef, useState } from 'react';

/**
 * Returns the element that opened a dialog. For a menu item, which no longer exists, it is the
 * button of the menu.
 */
export function openerOf(element: Element | null): HTMLElement | null {
  const menu = element?.closest('[role="menu"]');
  const opener = menu ? document.getElementById(menu.getAttribute('aria-labelledby') ?? '') : element;
  return opener instanceof HTMLElement ? opener : null;
}

/**
 * Gives the focus back to what opened a dialog when the dialog is removed. The dialogs of Mantine give it
 * back when they close, but not those that are mounted open and removed to close them. `open` says whether
 * the dialog is mounted open.
 */
export function useReturnedFocus(open = true): void {
  const [opener] = useState(() => (open ? openerOf(document.activeElement) : null));
  const shown = useRef(false);
  useEffect(() => {
    shown.current = true;
    return () => {
      shown.current = false;
      setTimeout(() => {
        // What is focused meanwhile keeps the focus.
        if (!shown.current && document.activeElement === document.body) opener?.focus({ preventScroll: true });
      });
    };
  }, [opener]);
}
