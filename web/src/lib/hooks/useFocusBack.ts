import { type RefObject, useEffect, useRef } from 'react';

/**
 * Returns a ref for a button that a field replaces while it is open. The button gets the focus back
 * when the field closes.
 */
export function useFocusBack(open: boolean): RefObject<HTMLButtonElement | null> {
  const opener = useRef<HTMLButtonElement>(null);
  const was = useRef(open);
  useEffect(() => {
    // If another element has the focus by then, it keeps it.
    if (was.current && !open && document.activeElement === document.body) opener.current?.focus();
    was.current = open;
  }, [open]);
  return opener;
}
