import { useMediaQuery } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router';
import { createSelector } from 'reselect';
import { apiError, details, sentence } from '@/api/request/envelope';
import { type Card, useOrdersQuery } from '@/api/generated';
import { useMe } from '@/api/hooks';
import { plural } from '@/lib/format/text';
import ActiveFilters, { ResetFilters } from '@/shared/filters/ActiveFilters';
import { type FilterKind, isFiltered, readFilters } from '@/shared/filters/filters';
import { useExport } from '@/shared/files/useExport';
import { QuickFilters } from '@/shared/filters/QuickFilters';
import { ViewButton } from '@/shared/view/ViewButton';
import { EmptyState, ErrorState, Icon, useShortcuts } from '@/ui';
import { BusyButton } from '@/ui/fields/BusyButton';
import { Page } from '@/ui/page/Page';
import { ColumnItems } from './ColumnItems';
import { ListCards } from './ListCards';
import { ListFoot } from './ListFoot';
import classes from './list.module.css';
import { exportQuery, readParams, toQuery, withParams } from './listParams';
import { ListTable, TableSkeleton } from './ListTable';
import { useTableColumns } from './useTableColumns';

/** The quick search filters the list that is already loaded (BD-122). */
export const selectMatching = createSelector(
  (orders: Card[] | undefined) => orders,
  (_: Card[] | undefined, q: string) => q.trim().toLowerCase(),
  (orders = [], q) =>
    q
      ? orders.filter((o) =>
          [o.orderName, o.orderId, o.company.name, o.client, o.serviceName].join(' ').toLowerCase().includes(q),
        )
      : orders,
);

type Props = {
  kind: FilterKind;
  title: string;
  above: ReactNode;
  empty: string;
  /** The hint on an empty page. */
  hint: string;
  before?: ReactNode;
  action?: (order: Card) => ReactNode;
};

/**
 * Orders as a table, or as cards on a narrow screen, with filters, pages, sorting and export
 * (BD-101, BY-037).
 */
export function OrderTablePage({ kind, title, above, empty, hint, before, action }: Props) {
  const [search, setSearch] = useSearchParams();
  const me = useMe();
  const params = readParams(search);
  const { data, error, isFetching, refetch } = useOrdersQuery(toQuery(search, kind, me), { skip: !me });
  const narrow = useMediaQuery('(max-width: 620px)', false, { getInitialValueInEffect: false });
  const view = useTableColumns();
  const file = useExport();
  const change = (values: Record<string, string | number | undefined>) => setSearch(withParams(search, values));
  const orders = selectMatching(data?.data.orders, params.q);
  const failure = error && !data ? apiError(error) : undefined;
  const exportCsv = () => file.run('/order/export', exportQuery(search, kind, me, view.shown), 'csv');
  const hasOrders = data !== undefined && data.meta?.total !== 0;
  const mayExport = hasOrders && file.busy !== 'csv';
  useShortcuts(mayExport ? [{ what: 'Export CSV', icon: 'download', group: 'This list', run: exportCsv }] : []);
  const narrowed = params.q !== '' || isFiltered(readFilters(search, kind));

  return (
    <Page
      title={title}
      above={data?.meta ? plural(data.meta.total, 'order') : above}
      actions={
        <>
          <ViewButton above={!narrow && <ColumnItems view={view} />} />
          <BusyButton
            size="xs"
            variant="default"
            leftSection={<Icon name="download" size={14} />}
            busy={file.busy === 'csv'}
            disabled={!hasOrders}
            onClick={exportCsv}
          >
            Export CSV
          </BusyButton>
        </>
      }
    >
      {before}
      <div className={classes.filters}>
        {kind === 'orders' && <QuickFilters />}
        <ActiveFilters kind={kind} />
      </div>
      <div className={classes.frame} aria-busy={isFetching}>
        {failure && (
          <ErrorState message={sentence(failure)} details={details(failure)} onRetry={() => void refetch()} />
        )}
        {!data && !failure && <TableSkeleton rows={params.limit} />}
        {data && orders.length > 0 && narrow && (
          <ListCards
            orders={orders}
            action={action}
            sort={params.sort}
            sortAsc={params.sortAsc}
            onSort={(sort, sortAsc) => change({ sort, dir: sortAsc ? 'asc' : 'desc' })}
          />
        )}
        {data && orders.length > 0 && !narrow && (
          <ListTable
            orders={orders}
            columns={view.shown}
            action={action}
            sort={params.sort}
            sortAsc={params.sortAsc}
            onSort={(sort, sortAsc) => change({ sort, dir: sortAsc ? 'asc' : 'desc' })}
          />
        )}
        {data && orders.length === 0 && (
          <EmptyState
            icon="list"
            title={narrowed ? 'Nothing matches' : empty}
            action={narrowed && <ResetFilters kind={kind} />}
          >
            {params.q
              ? `No order on this page matches “${params.q}”.`
              : narrowed
                ? 'Choose another filter, or reset it.'
                : hint}
          </EmptyState>
        )}
        {data?.meta && data.meta.total > 0 && (
          <ListFoot meta={data.meta} onPage={(page) => change({ page })} onLimit={(limit) => change({ limit })} />
        )}
      </div>
    </Page>
  );
}
