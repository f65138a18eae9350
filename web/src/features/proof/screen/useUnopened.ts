import { useEffect, useMemo } from 'react';

const key = (version: string) => `opened.${version}`;

function opened(version: string): Set<number> {
  const kept = window.localStorage.getItem(key(version)) ?? '';
  return new Set(kept.split(',').filter(Boolean).map(Number));
}

/** The pages of a version that were not opened in this browser, which remembers those that were. */
export function useUnopened(version: string, page: number, count: number): number[] {
  useEffect(() => {
    if (count === 0) return;
    const pages = opened(version);
    if (pages.has(page)) return;
    window.localStorage.setItem(key(version), [...pages, page].join(','));
  }, [version, page, count]);
  return useMemo(() => {
    const pages = opened(version).add(page);
    return Array.from({ length: count }, (_, i) => i + 1).filter((n) => !pages.has(n));
  }, [version, page, count]);
}
