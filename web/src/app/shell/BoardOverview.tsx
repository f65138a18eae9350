import { Link, useLocation } from 'react-router';
import { createSelector } from 'reselect';
import { useBoardQuery } from '@/api/board';
import type { Board } from '@/api/boardData';
import { statusTone } from '@/lib/status';
import { useLocalSetting } from '@/lib/useLocalSetting';
import { Icon } from '@/ui';
import classes from './Sidebar.module.css';

/** The status that names a column in a filter. */
const progressOf = (column: string): string => (column === 'new-order' ? 'ready-to-go' : column);

const selectTotals = createSelector(
  (board: Board | undefined) => board?.columns,
  (columns = []) => columns.map(({ typeStatus, title, total }) => ({ typeStatus, title, total })),
);

/** The dashboard: how many orders stand in each column; each leads to the list of just those. */
export function BoardOverview() {
  const { search } = useLocation();
  const { data } = useBoardQuery();
  const totals = selectTotals(data);
  const [shown, setShown] = useLocalSetting<'open' | 'closed'>('dashboard', 'open');
  const open = shown === 'open';
  const chosen = new URLSearchParams(search).get('orderProgress');
  return (
    <section className={classes.overview} aria-labelledby="overview">
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
