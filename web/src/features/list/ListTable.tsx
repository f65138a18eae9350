import { Skeleton } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link, useNavigate } from 'react-router';
import type { Card } from '@/api/generated';
import { useAbility } from '@/api/hooks';
import { date } from '@/lib/dates';
import { orderNumber } from '@/lib/text';
import { useNow } from '@/lib/useNow';
import { PriorityBadge } from '@/shared/CardContent';
import { DueDate } from '@/shared/DueDate';
import { OrderCover } from '@/shared/OrderCover';
import { useCovers, useDensity } from '@/shared/view/cardView';
import { Icon, PersonAvatar, StatusBadge } from '@/ui';
import classes from './list.module.css';
import type { ListSort } from './listParams';
import { type ColumnName, columns as words } from './useTableColumns';

type SortProps = { sort: ListSort; sortAsc: boolean; onSort: (sort: ListSort, sortAsc: boolean) => void };
type Props = SortProps & {
  orders: Card[];
  columns: ColumnName[];
  action?: (order: Card) => ReactNode;
};

const sortable: Partial<Record<ColumnName, ListSort>> = {
  priority: 'priority',
  created: 'created',
  due: 'due',
  updated: 'updated',
};

export function ListTable({ orders, columns, action, ...sorting }: Props) {
  const [density] = useDensity();
  const [covers] = useCovers();
  const now = useNow();
  const navigate = useNavigate();
  const company = useAbility('order-list-company-name') || orders.some((o) => o.company.name);
  return (
    <div className={classes.scroll} tabIndex={0} role="region" aria-label="Orders">
      <table className={classes.table} data-density={density} data-covers={covers}>
        <thead>
          <tr>
            <SortHead name="name" label="Order" {...sorting} />
            {columns.map((name) => {
              const by = sortable[name];
              if (by) return <SortHead key={name} name={by} label={words[name]} {...sorting} />;
              return (
                <th key={name} scope="col">
                  {words[name]}
                </th>
              );
            })}
            {action && (
              <th scope="col">
                <span className="sr-only">What you can do</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {orders.map((order) => (
            <tr key={order.id} onClick={() => void navigate(`/orders/detail/${order.id}`)}>
              <td className={classes.name}>
                <OrderCover card={order} />
                <Link
                  to={`/orders/detail/${order.id}`}
                  onClick={(event) => event.stopPropagation()}
                  title={order.orderName}
                >
                  {order.orderName}
                </Link>
                <span className={`${classes.more} tabular`}>
                  {[orderNumber(order.orderId), company && !columns.includes('company') && order.company.name]
                    .filter(Boolean)
                    .join(' · ')}
                </span>
              </td>
              {columns.map((name) => (
                <Cell key={name} name={name} order={order} now={now} />
              ))}
              {action && (
                <td className={classes.action} onClick={(event) => event.stopPropagation()}>
                  {action(order)}
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Cell({ name, order, now }: { name: ColumnName; order: Card; now: Date }) {
  switch (name) {
    case 'status':
      return (
        <td>
          <StatusBadge status={order.status} />
        </td>
      );
    case 'priority':
      return <td>{order.priority !== 'normal' && <PriorityBadge priority={order.priority} />}</td>;
    case 'created':
      return <td className="tabular">{date(order.createdAt)}</td>;
    case 'updated':
      return <td className="tabular">{date(order.updatedAt)}</td>;
    case 'due': {
      const done = ['approved', 'completed', 'cancelled'].includes(order.status);
      return (
        <td>
          <DueDate at={order.dueDate} now={now} done={done} />
        </td>
      );
    }
    case 'operator':
      return <PersonCell name={order.operator?.label} image={order.operator?.image} />;
    case 'creator':
      return <PersonCell name={order.orderCreator.name} image={order.orderCreator.image} />;
    case 'company':
      return <TextCell text={order.company.name} />;
    case 'client':
      return <TextCell text={order.client} />;
    case 'package':
      return <TextCell text={order.packageName} />;
    case 'service':
      return <TextCell text={order.serviceName} />;
  }
}

function TextCell({ text }: { text: string }) {
  return (
    <td className={classes.cut} title={text}>
      {text || <span className={classes.quiet}>None</span>}
    </td>
  );
}

function PersonCell({ name, image }: { name?: string; image?: string }) {
  return (
    <td>
      {name ? (
        <span className={classes.person}>
          <PersonAvatar name={name} image={image} size={22} title="" />
          {name}
        </span>
      ) : (
        <span className={classes.quiet}>None</span>
      )}
    </td>
  );
}

function SortHead({ name, label, sort, sortAsc, onSort }: SortProps & { name: ListSort; label: string }) {
  const active = sort === name;
  const direction = sortAsc ? 'ascending' : 'descending';
  return (
    <th scope="col" aria-sort={active ? direction : 'none'}>
      <button type="button" onClick={() => onSort(name, active ? !sortAsc : name === 'name' || name === 'due')}>
        {label}
        <Icon name={active && sortAsc ? 'chevronUp' : 'chevronDown'} size={13} style={{ opacity: active ? 1 : 0.35 }} />
      </button>
    </th>
  );
}

export function TableSkeleton({ rows }: { rows: number }) {
  return (
    <div className={classes.skeleton} role="status" aria-label="Loading orders">
      {Array.from({ length: rows }, (_, n) => (
        <div key={n}>
          <Skeleton height={20} />
        </div>
      ))}
    </div>
  );
}
