import { useEffect } from 'react';
import type { ProfileTheme } from '@/api/generated';
import { brandVariables } from '@/lib/format/colour';
import { showFavicon } from '@/lib/favicon';
import { setBrandTitle } from '@/lib/title';

/** Applies a client's colour, name and favicon to the page (SH-162). Without it they are the product's. */
export function Brand({ theme: { brand, name, favicon } }: { theme: ProfileTheme }) {
  useEffect(() => {
    const root = document.documentElement;
    const variables = Object.entries(brandVariables(brand));
    for (const [variable, value] of variables) root.style.setProperty(variable, value);
    return () => {
      for (const [variable] of variables) root.style.removeProperty(variable);
    };
  }, [brand]);
  useEffect(() => {
    setBrandTitle(name ?? '');
    return () => setBrandTitle('');
  }, [name]);
  useEffect(() => (favicon ? showFavicon(favicon) : undefined), [favicon]);
  return null;
}
