import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { useAuditEventsQuery } from '@/api/desk';
import { useHistoryQuery } from '@/api/generated';
import classes from './audit.module.css';
import { eventColumns, fromAudit, fromHistory } from './EventRow';
import { FilterBar } from './FilterBar';
import { type Filters, readFilters, toQuery } from './filters';
import { Rows, Table } from './Rows';
import { useExport } from '@/shared/files/useExport';

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

function OrderHistory({ order, filters }: { order: string; filters: Filters }) {
  const [after, setAfter] = useState<number[]>([0]);
  return (
    <Table columns={eventColumns(order)} label="Found events">
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
      columns={eventColumns(order)}
      rows={data?.data.events.map(fromHistory)}
      keyOf={({ position }) => position}
      error={error}
      refetch={() => void refetch()}
      first={after === 0}
      onMore={more && onMore ? () => onMore(more) : undefined}
    />
  );
}

type AllProps = { query: ReturnType<typeof toQuery> };

function AllEvents({ query }: AllProps) {
  const [cursors, setCursors] = useState<(number | undefined)[]>([undefined]);
  return (
    <Table columns={eventColumns()} label="Found events">
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
      columns={eventColumns()}
      rows={data?.data.events.map(fromAudit)}
      keyOf={({ position }) => position}
      error={error}
      refetch={() => void refetch()}
      first={cursor === undefined}
      onMore={more && onMore ? () => onMore(more) : undefined}
    />
  );
}
