import { Skeleton, Stack } from '@mantine/core';
import { apiError, details, sentence } from '@/api/request/envelope';
import { useOperationsQuery } from '@/api/desk';
import { useAbility, useMe } from '@/api/hooks';
import { plural } from '@/lib/format/text';
import { EmptyState, ErrorState } from '@/ui';
import { Page } from '@/ui/page/Page';
import { ErrorReports } from './ErrorReports';
import classes from './operations.module.css';
import { ParkedStreams } from './ParkedStreams';
import { PaymentNotices } from './PaymentNotices';
import { Projections } from './Projections';
import { Rebuilds } from './Rebuilds';
import { RefusedSteps } from './RefusedSteps';
import { Queues, Workers } from './Workers';
import { Warnings } from './Warnings';
import { count } from './words';

/** The polling interval of the page, in ms. */
export const pollMs = 2000;

/**
 * Shows the state of the server's projections, workers and queues live, with an operator's actions
 * on them (BY-011..BY-013, BY-015, BY-017).
 */
export default function OperationsPage() {
  const me = useMe();
  const may = useAbility('operations');
  const { data, error, refetch } = useOperationsQuery(undefined, {
    skip: !may,
    pollingInterval: pollMs,
    skipPollingIfUnfocused: true,
    refetchOnMountOrArgChange: true,
  });
  if (me && !may) {
    return (
      <EmptyState icon="lock" title="This page is for admins">
        Ask an admin if something seems to be stuck.
      </EmptyState>
    );
  }
  const now = data?.data;
  const failure = error ? apiError(error) : undefined;
  const parked = now?.projections.reduce((sum, { parked }) => sum + parked.length, 0) ?? 0;
  return (
    <Page
      title="Operations"
      above={now ? `${count(now.head)} events in the log` : 'How the machinery stands'}
      actions={
        <span className={classes.live} data-live={(now && !failure) || undefined}>
          {failure && now ? 'Out of date' : 'Live'}
        </span>
      }
    >
      {failure && !now && (
        <ErrorState message={sentence(failure)} details={details(failure)} onRetry={() => void refetch()} />
      )}
      {!now && !failure && (
        <Stack gap={16} role="status" aria-label="Loading operations">
          <Skeleton height={300} radius={10} />
          <Skeleton height={180} radius={10} />
        </Stack>
      )}
      {now && (
        <Stack gap={16}>
          <p className="sr-only" role="status">
            {parked > 0 ? `${plural(parked, 'stream')} parked` : ''}
          </p>
          {now.warnings.length > 0 && <Warnings warnings={now.warnings} />}
          {parked > 0 && <ParkedStreams projections={now.projections} />}
          <Projections now={now} />
          <Rebuilds rebuilds={now.rebuilds} />
          <div className={classes.pair}>
            <Workers workers={now.workers} />
            <Queues queues={now.queues} missing={now.queuesMissing} />
          </div>
          <RefusedSteps />
          <PaymentNotices />
          <ErrorReports />
        </Stack>
      )}
    </Page>
  );
}
