import { Modal } from '@mantine/core';
import { useMounted } from '@mantine/hooks';
import type { ComponentProps } from 'react';
import { Link, useSearchParams } from 'react-router';
import type { OrderBehind } from '@/api/reports';
import { dateTime } from '@/lib/format/dates';
import { PagedList } from '@/shared/billing/PagedList';
import { EmptyState, StatusBadge } from '@/ui';
import { useReturnedFocus } from '@/ui/dialog/opener';
import { closed } from './params';
import classes from './reporting.module.css';

type Props = {
  title: string;
  query: ComponentProps<typeof PagedList<OrderBehind>>['query'];
  /** Formats an order's part of the figure; absent if each order counts once. */
  value?: (value: number) => string;
};

/** The orders behind a figure, in a dialog that Back closes too. */
export function Behind({ title, query, value }: Props) {
  const mounted = useMounted(); // The figure that was chosen still has the focus before that.
  useReturnedFocus();
  const [search, setSearch] = useSearchParams();
  return (
    <Modal
      opened={mounted}
      onClose={() => setSearch(closed(search), { preventScrollReset: true })}
      title={title}
      size="lg"
      styles={{ title: { fontWeight: 600, fontSize: 16 } }}
    >
      <PagedList
        query={query}
        noun="order"
        empty={
          <EmptyState small icon="search" title="No orders">
            No order is behind this figure any more.
          </EmptyState>
        }
      >
        {(orders) => (
          <ul className={classes.orders} aria-label={title}>
            {orders.map((order) => (
              <li key={order.id}>
                <span className={classes.name}>
                  <Link to={`/orders/detail/${order.id}`}>
                    {order.orderId} {order.orderName}
                  </Link>
                  <StatusBadge status={order.status} quiet />
                </span>
                <span className={classes.rest}>
                  {[order.company, dateTime(order.at), order.archived && 'Archived'].filter(Boolean).join(' · ')}
                </span>
                {value && <span className={classes.value}>{value(order.value)}</span>}
              </li>
            ))}
          </ul>
        )}
      </PagedList>
    </Modal>
  );
}
