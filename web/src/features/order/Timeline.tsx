import { Button, Skeleton } from '@mantine/core';
import { useState } from 'react';
import { apiError, sentence } from '@/api/envelope';
import { type TimelineEntry, useTimelineQuery } from '@/api/generated';
import { ago, dateTime } from '@/lib/dates';
import { useNow } from '@/lib/useNow';
import { ErrorState, PersonAvatar } from '@/ui';
import { Panel } from '@/ui/Panel';
import classes from './order.module.css';

const pageSize = 30;

/** What happened to the order, newest first. */
export function Timeline({ orderId }: { orderId: string }) {
  const [limit, setLimit] = useState(pageSize);
  const { data, error, isFetching, refetch } = useTimelineQuery({ orderId, limit: Math.min(limit, 100) });
  const now = useNow();
  const entries = data?.data.entries ?? [];
  return (
    <Panel title="Timeline">
      {error && !data && <ErrorState small message={sentence(apiError(error))} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton height={120} aria-label="Loading the timeline" />}
      <ol className={classes.timeline}>
        {entries.map((entry) => (
          <Entry key={entry.position} entry={entry} now={now} />
        ))}
      </ol>
      {data?.data.before !== undefined && limit < 100 && (
        <Button variant="subtle" size="xs" loading={isFetching} onClick={() => setLimit(limit + pageSize)}>
          Show earlier
        </Button>
      )}
    </Panel>
  );
}

function Entry({ entry, now }: { entry: TimelineEntry; now: Date }) {
  const who = entry.actor?.name ?? 'Proofboard';
  return (
    <li className={classes.entry}>
      <PersonAvatar name={who} image={entry.actor?.avatar} size={26} title="" />
      <div>
        <p>
          <strong>{who}</strong> {entry.summary}
        </p>
        {entry.reason && <p className={classes.reason}>{entry.reason}</p>}
        <time dateTime={entry.at} title={dateTime(entry.at)} className={classes.when}>
          {ago(entry.at, now)}
        </time>
      </div>
    </li>
  );
}
