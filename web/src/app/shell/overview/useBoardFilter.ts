import { useLayoutEffect } from 'react';
import { useLocation } from 'react-router';
import { boardFiltered, selectBoardFilter } from '@/api/board/boardFilter';
import type { Profile } from '@/api/generated';
import { useApiDispatch, useApiSelector } from '@/api/hooks';
import { invalidate } from '@/api/live/tags';
import { onDemand, useOnDemand } from '@/lib/onDemand';
import { toastNotLoaded } from '@/ui';

/** Loads the code that turns the filters of an address into queries. */
export const boardFilters = onDemand(() => import('@/shared/filters/boardQuery'));

/**
 * Applies the filters of the address to the board. On other pages the board is complete. Returns
 * false until the query is known.
 */
export function useBoardFilter(me: Profile | undefined): boolean {
  const dispatch = useApiDispatch();
  const { pathname, search } = useLocation();
  const address = pathname === '/' ? search : '';
  const loaded = useOnDemand(boardFilters, address !== '', toastNotLoaded);
  const ready = address === '' || loaded !== undefined;
  const before = useApiSelector(selectBoardFilter);
  const known = JSON.stringify(before);
  useLayoutEffect(() => {
    if (!me || !ready) return;
    const next = address && loaded ? loaded.boardQuery(address, me) : {};
    if (JSON.stringify(next) === known) return;
    dispatch(boardFiltered(next));
    dispatch(invalidate(['Board']));
  }, [dispatch, me, ready, address, loaded, known]);
  return ready;
}

/**
 * Returns the part of an address that is kept when the view changes: the filters, but not the page
 * of a list.
 */
export function filterOf(search: string): string {
  const params = new URLSearchParams(search);
  for (const name of ['page', 'limit', 'sort', 'dir', 'q']) params.delete(name);
  return params.size > 0 ? `?${params}` : '';
}
