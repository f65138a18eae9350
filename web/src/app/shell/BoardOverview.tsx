import { Link } from 'react-router';
import { createSelector } from 'reselect';
import { useBoardQuery } from '@/api/board';
import type { Board } from '@/api/boardData';
import { statusTone } from '@/lib/status';
import { useLocation } from 'react-router';
import classes from './Sidebar.module.css';

/** Statuses that a column of the board shows, as the list filters them. */
const statusesOf: Record<string, string> = {
  'new-order': 'ready-to-go',
  'in-progress': 'in-progress',
  'in-review': 'in-review',
  'on-hold': 'on-hold',
  approved: 'approved',
  cancelled: 'cancelled',
};

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
              to={`/order-list?orderProgress=${statusesOf[typeStatus]}`}
              aria-current={chosen === statusesOf[typeStatus] ? 'true' : undefined}
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
