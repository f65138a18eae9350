import { useLayoutEffect } from 'react';
import { useLocation, useNavigationType } from 'react-router';

/** The scroll position of each history entry, until the page is reloaded. */
const places = new Map<string, number>();

/** A new page starts at its top. Going back restores the scroll position. */
export function useScrollPlaces(): void {
  const { key } = useLocation();
  const kind = useNavigationType();
  useLayoutEffect(() => {
    if (kind === 'PUSH') window.scrollTo(0, 0);
    if (kind === 'POP') window.scrollTo(0, places.get(key) ?? window.scrollY);
    const remember = () => places.set(key, window.scrollY);
    window.addEventListener('scroll', remember, { passive: true });
    return () => window.removeEventListener('scroll', remember);
  }, [key, kind]);
}
