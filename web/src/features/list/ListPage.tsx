import { useSearchParams } from 'react-router';
import { createSelector } from 'reselect';
import { apiError, details, sentence } from '@/api/envelope';
import { type Card, useOrdersQuery } from '@/api/generated';
import { orderNumber, plural } from '@/lib/text';
import { EmptyState, ErrorState } from '@/ui';
import { Page } from '@/ui/Page';
import { ListFoot } from './ListFoot';
import classes from './list.module.css';
import { readParams, toQuery, withParams } from './listParams';
import { ListTable, TableSkeleton } from './ListTable';
import { StatusTabs } from './StatusTabs';

/** The quick search filters the list that is already loaded (BD-122). */
const selectMatching = createSelector(
  (orders: Card[] | undefined) => orders,
  (_: Card[] | undefined, q: string) => q.trim().toLowerCase(),
  (orders = [], q) =>
    q
      ? orders.filter((o) =>
          [o.orderName, orderNumber(o.orderId), o.company.name, o.client, o.serviceName]
            .join(' ')
            .toLowerCase()
            .includes(q),
        )
      : orders,
);

/** Orders as a table with paging and sorting (BD-101). */
export default function ListPage() {
  const [search, setSearch] = useSearchParams();
  const params = readParams(search);
  const { data, error, isFetching, refetch } = useOrdersQuery(toQuery(params));
  const change = (values: Record<string, string | number | undefined>) => setSearch(withParams(search, values));
  const orders = selectMatching(data?.data.orders, params.q);
  const failure = error && !data ? apiError(error) : undefined;

  return (
    <Page title="Orders" above={data?.meta ? plural(data.meta.total, 'order') : 'Orders you may see'}>
      <StatusTabs value={params.status} onChange={(status) => change({ status })} />
      <div className={classes.frame} aria-busy={isFetching}>
        {failure && (
          <ErrorState message={sentence(failure)} details={details(failure)} onRetry={() => void refetch()} />
        )}
        {!data && !failure && <TableSkeleton rows={params.limit} />}
        {data && orders.length > 0 && (
          <ListTable
            orders={orders}
            sort={params.sort}
            sortAsc={params.sortAsc}
            onSort={(sort, sortAsc) => change({ sort, dir: sortAsc ? 'asc' : 'desc' })}
          />
        )}
        {data && orders.length === 0 && (
          <EmptyState icon="list" title={params.q || params.status ? 'Nothing matches' : 'No orders yet'}>
            {params.q ? `No order on this page matches “${params.q}”.` : 'Choose another status or create an order.'}
          </EmptyState>
        )}
        {data?.meta && (
          <ListFoot meta={data.meta} onPage={(page) => change({ page })} onLimit={(limit) => change({ limit })} />
        )}
      </div>
    </Page>
  );
}
