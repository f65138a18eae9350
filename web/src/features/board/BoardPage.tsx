import { useDeferredValue, useEffect, useMemo, useRef } from 'react';
import { useBoardQuery } from '@/api/board/board';
import { selectIsFiltered } from '@/api/board/boardFilter';
import { apiError, details, sentence } from '@/api/request/envelope';
import { useAbility, useApiSelector, useMe } from '@/api/hooks';
import { selectWaiting } from '@/api/outbox/outboxState';
import { firstPageShown, onDemand, useOnDemand } from '@/lib/onDemand';
import { parseSort, sortedBoard, useBoardSort } from '@/shared/filters/boardSort';
import { useDensity } from '@/shared/view/cardView';
import { EmptyState, ErrorState } from '@/ui';
import { usePageFocus } from '@/ui/page/usePageFocus';
import { Board } from './Board';
import { BoardSkeleton } from './BoardSkeleton';
import { BoardToolbar } from './BoardToolbar';
import classes from './board.module.css';
import { useBoardShortcuts } from './useBoardShortcuts';
import { withWaiting } from './waiting';

const start = onDemand(() => import('./start/GettingStarted'));
const chips = onDemand(() => import('@/shared/filters/ActiveFilters'));

/** The order board: six columns with live updates, operated by mouse and keyboard (BD-045). */
export default function BoardPage() {
  const me = useMe();
  const mayCreate = useAbility('create-order', 'create');
  const founds = useAbility('manage-users', 'update');
  const [setting, setSort] = useBoardSort();
  const sort = useMemo(() => parseSort(setting), [setting]);
  const { data, error, isFetching, refetch } = useBoardQuery();
  const waiting = useApiSelector(selectWaiting);
  const shown = useMemo(() => data && sortedBoard(withWaiting(data, waiting), sort), [data, waiting, sort]);
  const filtered = useApiSelector(selectIsFiltered);
  const filters = useOnDemand(chips, filtered);
  const [density] = useDensity();
  const root = useRef<HTMLDivElement>(null);
  useBoardShortcuts();
  usePageFocus(root);

  // Only the first render is split, to keep the page responsive meanwhile.
  const ready = useDeferredValue(shown !== undefined, false);
  const failure = error && !shown ? apiError(error) : undefined;
  const settled = ready || failure !== undefined;
  useEffect(() => {
    if (settled) firstPageShown();
  }, [settled]);
  const empty = shown?.columns.every((column) => column.total === 0) ?? false;
  const first = useOnDemand(start, founds && empty && !filtered);
  const nothing = (
    <EmptyState
      icon="board"
      title={filtered ? 'Nothing matches' : 'No orders yet'}
      action={filtered && filters && <filters.ResetFilters kind="orders" />}
    >
      {filtered ? 'Choose another filter, or reset it.' : 'Orders show here as soon as there are any.'}
      {!filtered && mayCreate && " Create the first one with 'Create New Order'."}
    </EmptyState>
  );
  return (
    <div ref={root} className={classes.page} data-density={density}>
      <BoardToolbar busy={isFetching && Boolean(shown)} sort={sort} onSort={setSort} quick={filters?.QuickFilters} />
      {filtered && filters && (
        <div className={classes.filters}>
          <filters.default kind="orders" />
        </div>
      )}
      {failure && <ErrorState message={sentence(failure)} details={details(failure)} onRetry={() => void refetch()} />}
      {!(shown && ready) && !failure && <BoardSkeleton density={density} />}
      {shown && ready && empty && (founds && !filtered ? first && <first.default otherwise={nothing} /> : nothing)}
      {shown && ready && !empty && <Board board={shown} manual={sort.sortType === 'manual'} role={me?.role ?? ''} />}
    </div>
  );
}
