import { type RefObject, useEffect, useRef } from 'react';

/** A ref for the button that opens a field in its own place: it has the focus again once the field is closed. */
export function useFocusBack(open: boolean): RefObject<HTMLButtonElement | null> {
  const opener = useRef<HTMLButtonElement>(null);
  const was = useRef(open);
  useEffect(() => {
    // what else has the focus by then keeps it
    if (was.current && !open && document.activeElement === document.body) opener.current?.focus();
    was.current = open;
  }, [open]);
  return opener;
}
