import { ActionIcon } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { Card } from '@/api/generated';
import { useNow } from '@/lib/hooks/useNow';
import { CardContent } from '@/shared/view/CardContent';
import { Cut, Icon } from '@/ui';
import classes from './list.module.css';
import type { ListSort } from './listParams';

type Props = {
  orders: Card[];
  action?: (order: Card) => ReactNode;
  sort: ListSort;
  sortAsc: boolean;
  onSort: (sort: ListSort, sortAsc: boolean) => void;
};

const sorts: Record<ListSort, string> = {
  updated: 'Last change',
  created: 'Created',
  due: 'Due date',
  name: 'Name',
  priority: 'Priority',
};

/**
 * The list on a narrow screen: cards instead of rows, with the columns' sorting in a field above
 * them.
 */
export function ListCards({ orders, action, sort, sortAsc, onSort }: Props) {
  const now = useNow();
  const by = (name: string) => Object.keys(sorts).find((known): known is ListSort => known === name) ?? sort;
  return (
    <div className={classes.narrow}>
      <div className={classes.sort}>
        <label>
          Sort by{' '}
          <select
            value={sort}
            onChange={({ currentTarget }) => {
              const next = by(currentTarget.value);
              onSort(next, next === 'name' || next === 'due');
            }}
          >
            {Object.entries(sorts).map(([name, label]) => (
              <option key={name} value={name}>
                {label}
              </option>
            ))}
          </select>
        </label>
        <ActionIcon
          variant="default"
          size={32}
          aria-label={sortAsc ? 'Sorted ascending, switch to descending' : 'Sorted descending, switch to ascending'}
          onClick={() => onSort(sort, !sortAsc)}
        >
          <Icon name={sortAsc ? 'chevronUp' : 'chevronDown'} size={14} />
        </ActionIcon>
      </div>
      <ul aria-label="Orders" className={classes.cards}>
        {orders.map((order) => (
          <li key={order.id} data-frozen={order.frozen || undefined}>
            <CardContent
              card={order}
              now={now}
              alone
              name={
                <Link to={`/orders/detail/${order.id}`} title={order.orderName}>
                  <Cut text={order.orderName} at={60} />
                </Link>
              }
            />
            {action && <span className={classes.cardAction}>{action(order)}</span>}
          </li>
        ))}
      </ul>
    </div>
  );
}
