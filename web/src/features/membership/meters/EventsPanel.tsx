import { Skeleton, Stack } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { Link } from 'react-router';
import { apiError, details, sentence } from '@/api/request/envelope';
import { type MeterEvent, type MeterName, useMeterPagesInfiniteQuery } from '@/api/billing/membership';
import { dateTime, dayText } from '@/lib/format/dates';
import { useSection } from '@/shared/form/useSection';
import { EmptyState, ErrorState } from '@/ui';
import { BusyButton } from '@/ui/fields/BusyButton';
import { DataTable } from '@/ui/page/DataTable';
import { Panel } from '@/ui/page/Panel';
import classes from './events.module.css';
import { amountText, eventText, meterLabels } from './meters';

/** Says what an event of a meter was. Files count by their order, so that nobody learns of files they may not see. */
const words: Record<MeterName, (amount: number) => string> = {
  hours: () => 'Work on an order',
  orders: (amount) => (amount < 0 ? 'Order taken back' : 'Order placed'),
  'active-orders': () => 'Active order',
  storage: () => 'Files of an order',
};

/** The meters of what there is now. They tell when an order was created, the others when something happened. */
const ofNow: MeterName[] = ['active-orders', 'storage'];

/** The events that make up a meter, the newest first, with their sum (BY-042). `cycleFrom` is the cycle's first day. */
export function EventsPanel({ meter, cycleFrom = '' }: { meter: MeterName; cycleFrom?: string | undefined }) {
  const { data, error, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } = useMeterPagesInfiniteQuery(meter);
  useSection(); // The panel shows only after the plan is loaded, and so finds the hash itself.
  const failure = error && !data ? apiError(error) : undefined;
  const last = data?.pages.at(-1);
  const events = data?.pages.flatMap((page) => page.events) ?? [];
  const title = `${meterLabels[meter]}: what counts`;
  return (
    <Panel
      id={meter}
      title={title}
      aside={last?.from && <span className={classes.since}>Since {dayText(cycleFrom)}</span>}
      flush
    >
      {failure && (
        <ErrorState small message={sentence(failure)} details={details(failure)} onRetry={() => void refetch()} />
      )}
      {!data && !failure && (
        <Stack gap={14} pt={10} pb={18} px={18} role="status" aria-label="Loading the events">
          {[0, 1, 2, 3].map((n) => (
            <Skeleton key={n} height={20} />
          ))}
        </Stack>
      )}
      {last && events.length === 0 && (
        <EmptyState small icon="history" title="Nothing yet">
          Nothing counts towards this meter{last.from ? ' in this cycle' : ''}.
        </EmptyState>
      )}
      {last && events.length > 0 && (
        <>
          <Table meter={meter} events={events} used={last.used} label={title} />
          <More
            shown={events.length}
            hasMore={hasNextPage}
            busy={isFetchingNextPage}
            onMore={() => void fetchNextPage()}
          />
        </>
      )}
    </Panel>
  );
}

type TableProps = { meter: MeterName; events: MeterEvent[]; used: number; label: string };

function Table({ meter, events, used, label }: TableProps) {
  const orderOf = ({ orderId, order }: MeterEvent) =>
    order ? <Link to={`/orders/detail/${orderId}`}>{order}</Link> : 'A deleted order';
  return (
    <DataTable
      label={label}
      fits
      className={classes.table}
      rows={events}
      keyOf={(_, index) => index} // Events have no ids, and those that are shown keep their places.
      rowHeads={false}
      stackAt={620}
      columns={[
        {
          head: ofNow.includes(meter) ? 'Created' : 'When',
          kind: 'tight',
          className: 'tabular',
          cell: ({ at }) => dateTime(at),
          foot: 'Sum of all events',
        },
        { head: 'What', kind: 'tight', cell: ({ amount }) => words[meter](amount) },
        { head: 'Order', cell: orderOf },
        {
          head: 'Amount',
          kind: 'number',
          cell: ({ amount }) => eventText(meter, amount),
          side: true,
          foot: amountText(meter, used),
        },
      ]}
      rest={(event) => (
        <>
          <span>{words[meter](event.amount)}</span>
          <span>{orderOf(event)}</span>
        </>
      )}
    />
  );
}

type MoreProps = { shown: number; hasMore: boolean; busy: boolean; onMore: () => void };

function More({ shown, hasMore, busy, onMore }: MoreProps) {
  const count = useRef<HTMLSpanElement>(null);
  const had = useRef(hasMore);
  useEffect(() => {
    // After the last page the button disappears and cannot keep the focus.
    if (had.current && !hasMore && document.activeElement === document.body) count.current?.focus();
    had.current = hasMore;
  }, [hasMore]);
  return (
    <footer className={classes.foot}>
      <span ref={count} className="tabular" role="status" tabIndex={-1}>
        {hasMore ? `The newest ${shown} are shown` : `All ${shown} are shown`}
      </span>
      {hasMore && (
        <BusyButton variant="default" size="xs" busy={busy} onClick={onMore}>
          More
        </BusyButton>
      )}
    </footer>
  );
}
