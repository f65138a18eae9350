import { Link } from 'react-router';
import { createSelector } from 'reselect';
import { useBoardQuery } from '@/api/board';
import type { Board } from '@/api/boardData';
import { statusTone } from '@/lib/status';
import { useLocation } from 'react-router';
import classes from './Sidebar.module.css';

/** The status that names a column in a filter. */
const progressOf = (column: string): string => (column === 'new-order' ? 'ready-to-go' : column);

const selectTotals = createSelector(
  (board: Board | undefined) => board?.columns,
  (columns = []) => columns.map(({ typeStatus, title, total }) => ({ typeStatus, title, total })),
);

/** How many orders stand in each column; each leads to the list of just those. */
export function BoardOverview() {
  const { search } = useLocation();
  const { data } = useBoardQuery();
  const totals = selectTotals(data);
  const chosen = new URLSearchParams(search).get('orderProgress');
  return (
    <section className={classes.overview} aria-labelledby="overview">
      <h2 id="overview">By status</h2>
      <ul>
        {totals.map(({ typeStatus, title, total }) => (
          <li key={typeStatus}>
            <Link
              to={`/order-list?orderProgress=${progressOf(typeStatus)}`}
              aria-current={chosen === progressOf(typeStatus) ? 'true' : undefined}
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
