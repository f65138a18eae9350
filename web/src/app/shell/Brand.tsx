import { useEffect } from 'react';
import type { Profile } from '@/api/generated';
import { brandVariables } from '@/lib/colour';
import { setBrandTitle } from '@/lib/title';

/** Applies the tenant's colour to the page (SH-162). */
export function Brand({ theme }: { theme: Profile['theme'] }) {
  useEffect(() => {
    const root = document.documentElement;
    const variables = Object.entries(brandVariables(theme.brand));
    for (const [name, value] of variables) root.style.setProperty(name, value);
    if (theme.name) setBrandTitle(theme.name);
    return () => {
      for (const [name] of variables) root.style.removeProperty(name);
    };
  }, [theme]);
  return null;
}
