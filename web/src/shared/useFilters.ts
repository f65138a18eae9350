import { useCallback, useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { useLocalSetting } from '@/lib/useLocalSetting';
import { type FilterKind, type Filters, noFilters, readFilters, withFilters } from './filters';

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

/** The id of the saved filter that is selected, kept by this browser (SH-244); empty for none. */
export const useSelectedPreset = (kind: FilterKind) => useLocalSetting<string>(`preset.${kind}`, '');

/** Takes every filter away, the quick search of a list too, and releases the selected preset. */
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
