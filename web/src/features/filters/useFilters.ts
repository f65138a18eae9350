import { useCallback, useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { type FilterKind, type Filters, readFilters, withFilters } from '@/orders/filters';

/** The filters of the address, and how to change them: each choice is a step of the history, typing is not. */
export function useFilters(kind: FilterKind) {
  const [search, setSearch] = useSearchParams();
  const filters = useMemo(() => readFilters(search, kind), [search, kind]);
  const apply = useCallback(
    (next: Filters, replace = false) => setSearch((before) => withFilters(before, next), { replace }),
    [setSearch],
  );
  return { filters, apply };
}
