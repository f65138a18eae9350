import { useCallback, useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { type FilterKind, type Filters, noFilters, readFilters, withFilters } from './filters';
import { useSelectedPreset } from './useSelectedPreset';

/**
 * Returns the filters of the address and a function that changes them. Each choice adds an entry to
 * the history, typing does not.
 */
export function useFilters(kind: FilterKind) {
  const [search, setSearch] = useSearchParams();
  const filters = useMemo(() => readFilters(search, kind), [search, kind]);
  const apply = useCallback(
    (next: Filters, replace = false) => setSearch((before) => withFilters(before, next), { replace }),
    [setSearch],
  );
  return { filters, apply };
}

/** Clears all filters, including the quick search of a list, and the selected preset. */
export function useClearFilters(kind: FilterKind): () => void {
  const [, setSearch] = useSearchParams();
  const [, select] = useSelectedPreset(kind);
  return () => {
    select('');
    setSearch((before) => {
      const next = withFilters(before, noFilters());
      next.delete('q');
      return next;
    });
  };
}
