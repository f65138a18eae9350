import { Group, Progress, Skeleton } from '@mantine/core';
import { Link } from 'react-router';
import { apiError, sentence } from '@/api/request/envelope';
import { useCustomersQuery } from '@/api/generated';
import { useAbility } from '@/api/hooks';
import { plural } from '@/lib/format/text';
import { EmptyState, ErrorState, PersonAvatar } from '@/ui';
import { Page } from '@/ui/page/Page';
import classes from './customers.module.css';

/** The percentage from which a usage bar is red (BD-363). */
const dangerPercent = 90;

/** The customer list, which client-type users get instead of the board (D-25). */
export default function CustomersPage() {
  const { data, error, refetch } = useCustomersQuery({});
  const mayCreate = useAbility('create-order', 'create');
  const customers = data?.data ?? [];
  return (
    <Page title="Customers" above={data ? plural(customers.length, 'customer') : 'Your customers'}>
      {error && !data && <ErrorState message={sentence(apiError(error))} onRetry={() => void refetch()} />}
      {!data && !error && (
        <div className={classes.grid} role="status" aria-label="Loading customers">
          {[0, 1, 2, 3].map((n) => (
            <Skeleton key={n} height={146} radius={10} />
          ))}
        </div>
      )}
      {data && customers.length === 0 && (
        <EmptyState icon="users" title="No customers yet" action={<Link to="/customer/new">Create New Customer</Link>}>
          Customers of your account show here with their orders.
        </EmptyState>
      )}
      <ul className={classes.grid} data-tour="customers">
        {customers.map(({ id, name, client, activeOrders, maximumActiveOrder, payg }) => {
          const percent = maximumActiveOrder > 0 ? (activeOrders / maximumActiveOrder) * 100 : 0;
          const limit = maximumActiveOrder < 0 ? '∞' : maximumActiveOrder;
          return (
            <li key={id} className={classes.card}>
              <span className={classes.who}>
                <PersonAvatar name={name} size={36} title="" />
                <span>
                  <strong>{name}</strong>
                  <span className={classes.client}>{client}</span>
                </span>
              </span>
              <Group
                component="span"
                gap={0}
                align="stretch"
                justify="space-between"
                wrap="nowrap"
                fz={13}
                c="var(--text-2)"
              >
                <span>Active orders</span>
                <span className="tabular">
                  {activeOrders} of {limit}
                </span>
              </Group>
              <Progress
                value={percent}
                color={percent >= dangerPercent ? 'red' : 'brand'}
                size={6}
                aria-label={`Active orders of ${name}: ${activeOrders} of ${limit}`}
              />
              <Group component="span" gap="4px 12px" align="stretch" justify="space-between">
                <Link to={`/customer/${id}`} aria-label={`Open ${name}`}>
                  Open
                </Link>
                <Link to={`/order-list?customerId=${id}`} aria-label={`See orders of ${name}`}>
                  See orders
                </Link>
                {mayCreate && (
                  <Link
                    to={`/orders/new?customer=${id}`}
                    state={payg && { payg }}
                    aria-label={`Create an order for ${name}`}
                  >
                    Create an order
                  </Link>
                )}
              </Group>
            </li>
          );
        })}
      </ul>
    </Page>
  );
}
