import { useMediaQuery } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { Link, useNavigate } from 'react-router';
import { apiError, details, sentence } from '@/api/envelope';
import { type CustomerAccount, type CustomersFilter, useCustomerPagesInfiniteQuery } from '@/api/people';
import { date } from '@/lib/dates';
import { plural } from '@/lib/text';
import { toastError } from '@/shared/notify';
import { EmptyState, ErrorState, PersonAvatar } from '@/ui';
import { ScrollRegion } from '@/ui/ScrollRegion';
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
  const narrow = useMediaQuery('(max-width: 900px)', false, { getInitialValueInEffect: false });
  const navigate = useNavigate();
  if (narrow) {
    return (
      <ul className={classes.cards} aria-label="Customers">
        {customers.map((customer) => (
          <li key={customer.id}>
            <Who customer={customer} />
            <span className={classes.side}>{plural(customer.people, 'person', 'people')}</span>
            <span className={classes.rest}>
              {[clients && customer.clientName, customer.packageName, customer.isPayg && 'Pay as you go']
                .filter(Boolean)
                .join(' · ')}
            </span>
          </li>
        ))}
      </ul>
    );
  }
  return (
    <ScrollRegion label="Customers, a table" className={classes.scroll}>
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">Customer</th>
            {clients && <th scope="col">Client</th>}
            <th scope="col">Package</th>
            <th scope="col">People</th>
            <th scope="col">Created</th>
          </tr>
        </thead>
        <tbody>
          {customers.map((customer) => (
            <tr key={customer.id} onClick={() => void navigate(pathOf(customer))}>
              <th scope="row">
                <Who customer={customer} />
              </th>
              {clients && <td>{customer.clientName}</td>}
              <td>
                {customer.packageName || 'None'}
                {customer.isPayg && <span className={classes.more}>Pay as you go</span>}
              </td>
              <td className="tabular">{customer.people}</td>
              <td className="tabular" data-tight>
                {date(customer.createdAt)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
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
