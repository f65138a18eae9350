import { Skeleton } from '@mantine/core';
import { Link, useNavigate } from 'react-router';
import type { Card } from '@/api/generated';
import { useAbility } from '@/api/hooks';
import { date } from '@/lib/dates';
import { orderNumber } from '@/lib/text';
import { useNow } from '@/lib/useNow';
import { DueDate } from '@/orders/DueDate';
import { Icon, PersonAvatar, StatusBadge } from '@/ui';
import classes from './list.module.css';
import type { ListSort } from './listParams';

type SortProps = { sort: ListSort; sortAsc: boolean; onSort: (sort: ListSort, sortAsc: boolean) => void };

export function ListTable({ orders, ...sorting }: SortProps & { orders: Card[] }) {
  const now = useNow();
  const navigate = useNavigate();
  const company = useAbility('order-list-company-name') || orders.some((o) => o.company.name);
  return (
    <div className={classes.scroll} tabIndex={0} role="region" aria-label="Orders">
      <table className={classes.table}>
        <thead>
          <tr>
            <SortHead name="name" label="Order" {...sorting} />
            <th scope="col">Status</th>
            <th scope="col">Service</th>
            <SortHead name="created" label="Created" {...sorting} />
            <SortHead name="due" label="Due" {...sorting} />
            <SortHead name="updated" label="Last change" {...sorting} />
            <th scope="col">Operator</th>
          </tr>
        </thead>
        <tbody>
          {orders.map((order) => (
            <tr key={order.id} onClick={() => void navigate(`/orders/detail/${order.id}`)}>
              <td className={classes.name}>
                <Link
                  to={`/orders/detail/${order.id}`}
                  onClick={(event) => event.stopPropagation()}
                  title={order.orderName}
                >
                  {order.orderName}
                </Link>
                <span className={`${classes.more} tabular`}>
                  {[orderNumber(order.orderId), company && order.company.name].filter(Boolean).join(' · ')}
                </span>
              </td>
              <td>
                <StatusBadge status={order.status} />
              </td>
              <td className={classes.cut}>{order.serviceName || <span className={classes.quiet}>None</span>}</td>
              <td className="tabular">{date(order.createdAt)}</td>
              <td>
                <DueDate
                  at={order.dueDate}
                  now={now}
                  done={['approved', 'completed', 'cancelled'].includes(order.status)}
                />
              </td>
              <td className="tabular">{date(order.updatedAt)}</td>
              <td>
                {order.operator ? (
                  <span className={classes.person}>
                    <PersonAvatar name={order.operator.label} image={order.operator.image} size={22} title="" />
                    {order.operator.label}
                  </span>
                ) : (
                  <span className={classes.quiet}>None</span>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
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
        <Skeleton key={n} height={20} />
      ))}
    </div>
  );
}
