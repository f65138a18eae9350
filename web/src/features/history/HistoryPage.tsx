import { Button, Skeleton } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { Link, useParams, useSearchParams } from 'react-router';
import { type HistoryEvent, useOrderQuery } from '@/api/generated';
import '@/api/board/wholeOrder';
import { useWholeHistoryQuery } from '@/api/board/wholeHistory';
import { plural } from '@/lib/format/text';
import { settleMs, useSlid } from '@/lib/hooks/useSlid';
import { useExport } from '@/shared/files/useExport';
import { useOrderGuard } from '@/shared/command/useOrderGuard';
import { EmptyState, ErrorState, Icon } from '@/ui';
import { Page } from '@/ui/page/Page';
import { Change } from './Change';
import classes from './history.module.css';
import { Snapshot } from './Snapshot';
import { Track } from './Track';
import { usePlayer } from './usePlayer';

const none: HistoryEvent[] = [];

/** Shows the order as it was at any of its events, with what changed (BY-018, BY-019). */
export default function HistoryPage() {
  const { orderId = '' } = useParams();
  const [search, setSearch] = useSearchParams();
  const { data, error, refetch } = useWholeHistoryQuery(orderId);
  const failure = useOrderGuard(data ? undefined : error);
  const events = data ?? none;
  const [wanted, slide] = useSlid(search.get('at'), (at) => setSearch({ at: String(at) }, { replace: true }));
  const found = wanted > 0 ? events.findLastIndex((event) => event.position <= wanted) : events.length - 1;
  const index = Math.max(0, found);
  const event = events[index];
  const { busy, run } = useExport();
  const player = usePlayer(events.length, index, (to) => {
    const position = events[to]?.position;
    if (position) slide(position);
  });
  const [settled] = useDebouncedValue(event?.position, settleMs, { leading: true });
  const snapshot = useOrderQuery({ orderId, asOf: String(settled ?? '') }, { skip: !settled });
  const waiting = snapshot.isFetching || settled !== event?.position;

  if (failure) {
    return (
      <Page title="History" above={<Link to={`/orders/detail/${orderId}`}>Order</Link>}>
        <ErrorState message={failure} onRetry={() => void refetch()} />
      </Page>
    );
  }
  const order = snapshot.currentData?.data.order ?? snapshot.data?.data.order;
  return (
    <div className={classes.frame}>
      <Page
        title={order ? order.orderName : 'History'}
        above={
          <>
            <Link to="/">Board</Link>
            <Icon name="chevronRight" size={12} />
            <Link to={`/orders/detail/${orderId}`} className="tabular">
              {order?.orderId ?? 'Order'}
            </Link>
            <Icon name="chevronRight" size={12} />
            History
          </>
        }
        actions={
          data && (
            <>
              <span className={classes.count}>{plural(events.length, 'event')}</span>
              <Button
                size="xs"
                variant="default"
                loading={busy !== null}
                leftSection={<Icon name="download" size={14} />}
                onClick={() => run(`/order/${orderId}/history/export`, {}, 'csv')}
              >
                Export
              </Button>
            </>
          )
        }
      >
        {!data && <Skeleton height={360} radius={10} role="status" aria-label="Loading the history" />}
        {data && !event && (
          <EmptyState icon="history" title="No history yet">
            Every change of this order will show here.
          </EmptyState>
        )}
        {event && (
          <div className={classes.columns}>
            <Snapshot
              order={order}
              event={event}
              waiting={waiting}
              failed={Boolean(snapshot.error) && !waiting}
              onRetry={() => void snapshot.refetch()}
            />
            <Change event={event} number={index + 1} of={events.length} />
          </div>
        )}
      </Page>
      {event && (
        <Track events={events} index={index} playing={player.playing} onGo={player.go} onToggle={player.toggle} />
      )}
    </div>
  );
}
