import { Group, Skeleton } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { Card } from '@/api/generated';
import { useAbility } from '@/api/hooks';
import { date } from '@/lib/format/dates';
import { useNow } from '@/lib/hooks/useNow';
import { DetailBadge } from '@/shared/view/CardContent';
import { DueDate } from '@/shared/view/DueDate';
import { OrderCover } from '@/shared/view/OrderCover';
import { useCovers, useDensity } from '@/shared/view/cardView';
import { PersonAvatar, StatusBadge } from '@/ui';
import { type Column, DataTable } from '@/ui/page/DataTable';
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

export function ListTable({ orders, columns, action, sort, sortAsc, onSort }: Props) {
  const [density] = useDensity();
  const [covers] = useCovers();
  const now = useNow();
  const company = useAbility('order-list-company-name') || orders.some((o) => o.company.name);
  return (
    <DataTable
      label="Orders"
      region="Orders"
      className={classes.table}
      data-density={density}
      data-covers={covers}
      rows={orders}
      keyOf={({ id }) => id}
      rowHeads={false}
      opens={({ id }) => `/orders/detail/${id}`}
      sorting={{ by: sort, ascending: sortAsc, onSort: (by, ascending) => onSort(by as ListSort, ascending) }}
      columns={[
        {
          head: 'Order',
          sort: 'name',
          className: classes.name,
          cell: (order) => (
            <>
              <OrderCover card={order} />
              <Link
                to={`/orders/detail/${order.id}`}
                onClick={(event) => event.stopPropagation()}
                title={order.orderName}
              >
                {order.orderName}
              </Link>
              <span className={`${classes.more} tabular`}>
                {[order.orderId, company && !columns.includes('company') && order.company.name]
                  .filter(Boolean)
                  .join(' · ')}
              </span>
            </>
          ),
        },
        ...columns.map((name) => ({ head: words[name], sort: sortable[name], ...columnsOf(now)[name] })),
        action && { head: 'What you can do', kind: 'action', cell: action },
      ]}
    />
  );
}

const done = ['approved', 'completed', 'cancelled'];

type ListColumn = Pick<Column<Card>, 'cell' | 'className' | 'title'>;

const columnsOf = (now: Date): Record<ColumnName, ListColumn> => ({
  status: { cell: ({ status }) => <StatusBadge status={status} /> },
  priority: { cell: (card) => <DetailBadge name="priority" card={card} /> },
  created: { className: 'tabular', cell: ({ createdAt }) => date(createdAt) },
  updated: { className: 'tabular', cell: ({ updatedAt }) => date(updatedAt) },
  due: {
    cell: ({ dueDate, dueSoonAt, status }) => (
      <DueDate at={dueDate} soonAt={dueSoonAt} now={now} done={done.includes(status)} />
    ),
  },
  operator: { cell: ({ operator }) => <PersonOf name={operator?.label} image={operator?.image} /> },
  creator: { cell: ({ orderCreator }) => <PersonOf name={orderCreator.name} image={orderCreator.image} /> },
  company: textColumn(({ company }) => company.name),
  client: textColumn(({ client }) => client),
  package: textColumn(({ packageName }) => packageName),
  service: textColumn(({ serviceName }) => serviceName),
});

const none = <span className={classes.quiet}>None</span>;

function textColumn(text: (order: Card) => string): ListColumn {
  return { className: classes.cut, title: text, cell: (order) => text(order) || none };
}

function PersonOf({ name, image }: { name?: string; image?: string }) {
  if (!name) return none;
  return (
    <Group component="span" gap={8} display="inline-flex" wrap="nowrap">
      <PersonAvatar name={name} image={image} size={22} title="" />
      {name}
    </Group>
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
