import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { apiError, details, sentence } from '@/api/request/envelope';
import { type CustomerAccount, type CustomersFilter, useCustomerPagesInfiniteQuery } from '@/api/people';
import { date } from '@/lib/format/dates';
import { plural } from '@/lib/format/text';
import { toastError } from '@/shared/command/notify';
import { EmptyState, ErrorState, PersonAvatar } from '@/ui';
import { DataTable } from '@/ui/page/DataTable';
import parts from '@/ui/page/DataTable.module.css';
import { DeletionBadge } from './DeletionBadge';
import { ListFoot } from './ListFoot';
import { ListSkeleton } from './ListSkeleton';
import classes from './people.module.css';

type Props = {
  filter: CustomersFilter;
  /** Set where customers of several clients are listed. */
  clients?: boolean;
  /** What shows instead of an empty list, in place of the usual text. */
  empty?: ReactNode;
};

/** Customers, a page at a time. */
export function CustomerList({ filter, clients = false, empty }: Props) {
  const { data, error, isFetching, isFetchingNextPage, hasNextPage, fetchNextPage, refetch } =
    useCustomerPagesInfiniteQuery(filter, { refetchOnMountOrArgChange: true });
  if (!data && error) {
    const failure = apiError(error);
    return <ErrorState message={sentence(failure)} details={details(failure)} onRetry={() => void refetch()} />;
  }
  if (!data) return <ListSkeleton label="Loading customers" />;
  const customers = data.pages.flatMap((page) => page.customers);
  if (customers.length === 0) {
    return (
      empty ?? (
        <EmptyState icon="users" title="No customers yet">
          Customers show here as soon as they are created.
        </EmptyState>
      )
    );
  }
  const count = plural(customers.length, 'customer');
  return (
    <div aria-busy={isFetching}>
      <CustomerTable customers={customers} clients={clients} />
      <ListFoot
        shown={hasNextPage ? `The first ${count}` : count}
        hasMore={hasNextPage}
        busy={isFetchingNextPage}
        onMore={() => void fetchNextPage().unwrap().catch(toastError)}
      />
    </div>
  );
}

const pathOf = ({ id }: CustomerAccount): string => `/customer/${id}`;

/** Customers as a table, or as stacked rows on a narrow screen. */
function CustomerTable({ customers, clients }: { customers: CustomerAccount[]; clients: boolean }) {
  return (
    <DataTable
      label="Customers"
      className={classes.people}
      rows={customers}
      keyOf={({ id }) => id}
      opens={pathOf}
      columns={[
        { head: 'Customer', cell: (customer) => <Who customer={customer} /> },
        clients && { head: 'Client', cell: ({ clientName }) => clientName },
        {
          head: 'Package',
          cell: ({ packageName, isPayg }) => (
            <>
              {packageName || 'None'}
              {isPayg && <span className={parts.more}>Pay as you go</span>}
            </>
          ),
        },
        {
          head: 'People',
          className: 'tabular',
          cell: ({ people }) => people,
          side: ({ people }) => plural(people, 'person', 'people'),
        },
        { head: 'Created', kind: 'tight', className: 'tabular', cell: ({ createdAt }) => date(createdAt) },
      ]}
      rest={(customer) =>
        [clients && customer.clientName, customer.packageName, customer.isPayg && 'Pay as you go']
          .filter(Boolean)
          .join(' · ')
      }
    />
  );
}

function Who({ customer }: { customer: CustomerAccount }) {
  return (
    <span className={classes.who}>
      <PersonAvatar name={customer.name} size={32} title="" />
      <span>
        <Link to={pathOf(customer)} onClick={(event) => event.stopPropagation()}>
          {customer.name}
        </Link>
        <DeletionBadge customer={customer} />
      </span>
    </span>
  );
}
