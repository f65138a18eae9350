import { Link, useLocation } from 'react-router';
import { createSelector } from 'reselect';
import { useBoardQuery } from '@/api/board/board';
import { selectBoardFilter } from '@/api/board/boardFilter';
import { type Column, type Profile, useOrdersQuery } from '@/api/generated';
import { useApiSelector } from '@/api/hooks';
import { useOnDemand } from '@/lib/onDemand';
import { statusTone } from '@/lib/format/status';
import { useLocalSetting } from '@/lib/hooks/useLocalSetting';
import { Icon } from '@/ui';
import classes from './BoardOverview.module.css';
import { boardFilters, filterOf } from './useBoardFilter';

const notFrozen = 'not-frozen';

/** Returns the status by which a filter names a column. */
const progressOf = (column: string): string => (column === 'new-order' ? 'ready-to-go' : column);

const selectTotals = createSelector(
  (columns: Column[] | undefined) => columns,
  (columns = []) => columns.map(({ typeStatus, title, total }) => ({ typeStatus, title, total })),
);

/**
 * Returns the number of orders in each column: those that match the filter on board and list, all
 * orders on other pages.
 */
function useTotals(me: Profile, address: string) {
  const loaded = useOnDemand(boardFilters, address !== '');
  const wanted = address && loaded ? loaded.countsQuery(address, me) : {};
  const isBoard = JSON.stringify(wanted) === JSON.stringify(useApiSelector(selectBoardFilter));
  const board = useBoardQuery().data?.columns;
  const counted = useOrdersQuery({ view: 'counts', ...wanted }, { skip: isBoard }).data?.data.columns;
  return selectTotals(isBoard ? board : (counted ?? board));
}

/** The dashboard, except on the archive, which has no columns. */
export const BoardOverview = (props: { me: Profile }) =>
  useLocation().pathname === '/archived-order' ? null : <Overview {...props} />;

/** The number of orders in each column, with a link to the list of these orders. */
function Overview({ me }: { me: Profile }) {
  const { pathname, search } = useLocation();
  const address = pathname === '/' || pathname === '/order-list' ? filterOf(search) : '';
  const totals = useTotals(me, address);
  const [shown, setShown] = useLocalSetting<'open' | 'closed'>('dashboard', 'open');
  const open = shown === 'open';
  const params = new URLSearchParams(address);
  const chosen = params.get('orderProgress')?.split(',') ?? [];
  const listOf = (progress: string) => {
    params.set('orderProgress', chosen.includes(notFrozen) ? `${progress},${notFrozen}` : progress);
    return `/order-list?${params}`;
  };
  return (
    <section className={classes.overview} aria-labelledby="overview" data-tour="overview">
      <h2 id="overview">
        <button type="button" aria-expanded={open} onClick={() => setShown(open ? 'closed' : 'open')}>
          By status
          <Icon name={open ? 'chevronDown' : 'chevronRight'} size={12} />
        </button>
      </h2>
      <ul hidden={!open}>
        {totals.map(({ typeStatus, title, total }) => (
          <li key={typeStatus}>
            <Link
              to={listOf(progressOf(typeStatus))}
              aria-current={chosen.includes(progressOf(typeStatus)) ? 'true' : undefined}
            >
              <span className={classes.dot} style={{ background: `var(--st-${statusTone(typeStatus)})` }} />
              <span className={classes.label}>{title}</span>
              <span className="tabular">{total}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
