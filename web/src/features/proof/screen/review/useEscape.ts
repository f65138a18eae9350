import { useEffect, useEffectEvent } from 'react';

/** Elements that close themselves on Escape. Nothing else may close with the same key press. */
const closesItself = '[role="menu"], [role="listbox"], [aria-modal="true"], [aria-haspopup][aria-expanded="true"]';

/** Runs on Escape wherever the focus is, unless the focused element handles the key itself. */
export function useEscape(run: () => void): void {
  const latest = useEffectEvent(run);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented) return;
      if (event.target instanceof Element && event.target.closest(closesItself)) return;
      if (document.querySelector('[role="dialog"][aria-modal="true"]')) return;
      event.preventDefault();
      latest();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
}
