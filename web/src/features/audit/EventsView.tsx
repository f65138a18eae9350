import { Button, Skeleton } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useSearchParams } from 'react-router';
import { apiError, details, sentence } from '@/api/envelope';
import { useAuditEventsQuery } from '@/api/desk';
import { useHistoryQuery } from '@/api/generated';
import { EmptyState, ErrorState } from '@/ui';
import { ScrollRegion } from '@/ui/ScrollRegion';
import classes from './audit.module.css';
import { EventRow, fromAudit, fromHistory } from './EventRow';
import { FilterBar } from './FilterBar';
import { type Filters, readFilters, toQuery } from './filters';
import { useExport } from '@/shared/useExport';

const pageSize = 50;

/**
 * Shows every event of every order, or the history of one with the changes of each event (BY-018).
 */
export function EventsView() {
  const [search, setSearch] = useSearchParams();
  const filters = readFilters(search);
  const { busy, run } = useExport();
  const change = (values: Partial<Filters>) =>
    setSearch(
      (before) => {
        const next = new URLSearchParams(before);
        if (values.order === '') next.delete('reason');
        for (const [name, value] of Object.entries(values)) {
          if (value) next.set(name, value);
          else next.delete(name);
        }
        return next;
      },
      { replace: true },
    );
  const query = toQuery(filters);
  const signature = JSON.stringify([query, filters.order, filters.reason]);
  return (
    <>
      <FilterBar
        filters={filters}
        onChange={change}
        busy={busy}
        onExport={(format) =>
          filters.order
            ? run(`/order/${filters.order}/history/export`, { ...query, reason: filters.reason }, format)
            : run('/audit/events/export', query, format)
        }
      />
      <div className={classes.frame}>
        {filters.order ? (
          <OrderHistory key={signature} order={filters.order} filters={filters} />
        ) : (
          <AllEvents key={signature} query={query} />
        )}
      </div>
    </>
  );
}

function Table({ children, withOrder, busy }: { children: ReactNode; withOrder: boolean; busy: boolean }) {
  return (
    <ScrollRegion label="Found events" className={classes.scroll} busy={busy}>
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">When</th>
            <th scope="col">Who</th>
            <th scope="col">What</th>
            {withOrder && <th scope="col">Order</th>}
            <th scope="col">From where</th>
            <th scope="col">
              <span className="sr-only">Show</span>
            </th>
          </tr>
        </thead>
        {children}
      </table>
    </ScrollRegion>
  );
}

export function RowsSkeleton({ label }: { label: string }) {
  return (
    <div className={classes.skeleton} role="status" aria-label={label}>
      {Array.from({ length: 12 }, (_, n) => (
        <Skeleton key={n} height={20} />
      ))}
    </div>
  );
}

const nothing = (
  <EmptyState icon="search" title="Nothing matches">
    No event is like that. Take a filter away or choose another time.
  </EmptyState>
);

function OrderHistory({ order, filters }: { order: string; filters: Filters }) {
  const [after, setAfter] = useState<number[]>([0]);
  return (
    <Table withOrder={false} busy={false}>
      {after.map((position, i) => (
        <HistoryRows
          key={position}
          order={order}
          filters={filters}
          after={position}
          onMore={i === after.length - 1 ? (next) => setAfter([...after, next]) : undefined}
        />
      ))}
    </Table>
  );
}

type HistoryRowsProps = { order: string; filters: Filters; after: number; onMore?: (after: number) => void };

function HistoryRows({ order, filters, after, onMore }: HistoryRowsProps) {
  const query = { ...toQuery(filters), reason: filters.reason || undefined };
  const { data, error, refetch } = useHistoryQuery({ orderId: order, after, limit: 200, deletedTexts: true, ...query });
  const more = data?.data.after;
  return (
    <Rows
      columns={5}
      error={error}
      refetch={() => void refetch()}
      loading={!data}
      empty={after === 0 && data?.data.events.length === 0}
      onMore={more && onMore ? () => onMore(more) : undefined}
    >
      {data?.data.events.map((event) => (
        <EventRow key={event.position} event={fromHistory(event)} withOrder={false} historyOf={order} />
      ))}
    </Rows>
  );
}

type AllProps = { query: ReturnType<typeof toQuery> };

function AllEvents({ query }: AllProps) {
  const [cursors, setCursors] = useState<(number | undefined)[]>([undefined]);
  return (
    <Table withOrder busy={false}>
      {cursors.map((cursor, i) => (
        <AuditRows
          key={cursor ?? 'first'}
          query={query}
          cursor={cursor}
          onMore={i === cursors.length - 1 ? (next) => setCursors([...cursors, next]) : undefined}
        />
      ))}
    </Table>
  );
}

function AuditRows({ query, cursor, onMore }: AllProps & { cursor?: number; onMore?: (cursor: number) => void }) {
  const { data, error, refetch } = useAuditEventsQuery(
    { ...query, cursor, limit: pageSize },
    { refetchOnMountOrArgChange: cursor === undefined },
  );
  const more = data?.data.cursor;
  return (
    <Rows
      columns={6}
      error={error}
      refetch={() => void refetch()}
      loading={!data}
      empty={cursor === undefined && data?.data.events.length === 0}
      onMore={more && onMore ? () => onMore(more) : undefined}
    >
      {data?.data.events.map((event) => (
        <EventRow key={event.position} event={fromAudit(event)} withOrder historyOf={event.order?.id} />
      ))}
    </Rows>
  );
}

type RowsProps = {
  columns: number;
  error: unknown;
  refetch: () => void;
  loading: boolean;
  empty: boolean;
  onMore?: () => void;
  /** Replaces the rows when nothing was found. */
  nothing?: ReactNode;
  /** The label of the button that loads more. */
  more?: string;
  children: ReactNode;
};

/** Shows a page of rows, or the state that replaces it. */
export function Rows({ columns, error, refetch, loading, empty, onMore, children, ...rest }: RowsProps) {
  const failure = error && loading ? apiError(error) : undefined;
  const state = failure ? (
    <ErrorState message={sentence(failure)} details={details(failure)} onRetry={refetch} />
  ) : loading ? (
    <RowsSkeleton label="Loading events" />
  ) : empty ? (
    (rest.nothing ?? nothing)
  ) : onMore ? (
    <Button variant="default" size="xs" onClick={onMore}>
      {rest.more ?? 'Show more'}
    </Button>
  ) : null;
  return (
    <tbody>
      {children}
      {state && (
        <tr className={classes.stateRow}>
          <td colSpan={columns}>{state}</td>
        </tr>
      )}
    </tbody>
  );
}
