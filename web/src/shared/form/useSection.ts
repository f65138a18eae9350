import { useEffect } from 'react';
import { useLocation } from 'react-router';

/**
 * Scrolls to the section that the hash of the address names, and focuses its heading. The browser
 * does this only for pages that are there when they are opened.
 */
export function useSection(): string {
  const { hash, key } = useLocation();
  useEffect(() => {
    const section = document.getElementById(hash.slice(1));
    section?.scrollIntoView();
    section?.querySelector<HTMLElement>('h2')?.focus({ preventScroll: true });
  }, [hash, key]);
  return hash;
}
