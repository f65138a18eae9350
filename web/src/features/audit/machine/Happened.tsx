import { Skeleton, Stack } from '@mantine/core';
import type { AuditEvent } from '@/api/desk';
import { capital, kinds } from '@/shared/eventWords';
import { dateTime } from '@/lib/format/dates';
import { EmptyState, ErrorState } from '@/ui';
import { Panel } from '@/ui/page/Panel';
import classes from './machine.module.css';

type Props = { events: AuditEvent[]; at: number; loading: boolean; failed: boolean; onGo: (position: number) => void };

/** The changes of orders up to the moment, newest first. Selecting one moves the board to it. */
export function Happened({ events, at, loading, failed, onGo }: Props) {
  return (
    <Panel title="What happened" flush>
      {failed && <ErrorState small message="What happened cannot be shown just now." />}
      {loading && (
        <Stack gap={10} pt={10} pb={16} px={16} role="status" aria-label="Loading events">
          {Array.from({ length: 8 }, (_, n) => (
            <Skeleton key={n} height={36} />
          ))}
        </Stack>
      )}
      {!loading && !failed && events.length === 0 && (
        <EmptyState small icon="history" title="Nothing yet">
          No order existed at this moment.
        </EmptyState>
      )}
      <ol className={classes.events}>
        {events.map((event) => (
          <li key={event.position}>
            <button
              type="button"
              aria-current={event.position === at ? 'true' : undefined}
              onClick={() => onGo(event.position)}
            >
              <span className={classes.dot} style={{ background: kinds[event.kind].colour }} />
              <span>
                <strong>{event.actor?.name ?? 'Proofboard'}</strong> {event.actor ? event.label : capital(event.label)}
                <span className={`${classes.about} tabular`}>
                  {[event.order?.number, dateTime(event.at)].filter(Boolean).join(' · ')}
                </span>
              </span>
            </button>
          </li>
        ))}
      </ol>
    </Panel>
  );
}
