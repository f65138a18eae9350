import { useLayoutEffect } from 'react';
import { useLocation } from 'react-router';
import { boardFiltered, selectBoardFilter } from '@/api/boardFilter';
import type { Profile } from '@/api/generated';
import { useApiDispatch, useApiSelector } from '@/api/hooks';
import { invalidate } from '@/api/tags';
import { orderQuery, readFilters } from '@/orders/filters';

/** Keeps the board to the filters of its address; everywhere else it is whole. */
export function useBoardFilter(me: Profile | undefined): void {
  const dispatch = useApiDispatch();
  const { pathname, search } = useLocation();
  const before = useApiSelector(selectBoardFilter);
  const known = JSON.stringify(before);
  useLayoutEffect(() => {
    if (!me) return;
    const filters = readFilters(new URLSearchParams(pathname === '/' ? search : ''), 'orders');
    const next = orderQuery(filters, 'orders', me);
    if (JSON.stringify(next) === known) return;
    dispatch(boardFiltered(next));
    dispatch(invalidate(['Board']));
  }, [dispatch, me, pathname, search, known]);
}
