import { Badge, Button, Group } from '@mantine/core';
import { apiError, details, sentence } from '@/api/request/envelope';
import { type PaymentNotice, usePaymentNoticesQuery, useReplayPaymentNoticeMutation } from '@/api/desk';
import { dateTime } from '@/lib/format/dates';
import { plural } from '@/lib/format/text';
import { toastError, toastSuccess } from '@/shared/command/notify';
import { ErrorState } from '@/ui';
import { Panel } from '@/ui/page/Panel';
import classes from './operations.module.css';

/** How often the list is read again, in ms. */
const pollMs = 10_000;

/**
 * Lists what the payment provider told, what was not handled first (D-59). Each can be handled again. Without
 * payments by card there is nothing to show.
 */
export function PaymentNotices() {
  const { data, error, refetch } = usePaymentNoticesQuery(undefined, {
    pollingInterval: pollMs,
    skipPollingIfUnfocused: true,
    refetchOnMountOrArgChange: true,
  });
  const failure = error && !data ? apiError(error) : undefined;
  if (!failure && !data?.data.length) return null;
  return (
    <Panel title="Notices of the payment provider" flush>
      {failure && <ErrorState message={sentence(failure)} details={details(failure)} onRetry={() => void refetch()} />}
      <ul className={classes.jobs} aria-label="Notices of the payment provider">
        {data?.data.map((notice) => (
          <Notice key={notice.id} notice={notice} />
        ))}
      </ul>
    </Panel>
  );
}

function Notice({
  notice: { id, type, object, receivedAt, doneAt, nextAt, tries, failure },
}: {
  notice: PaymentNotice;
}) {
  const [replay, replaying] = useReplayPaymentNoticeMutation();
  const onReplay = async () => {
    const { data, error } = await replay({ noticeId: id });
    if (error) toastError(error);
    else toastSuccess(data.message);
  };
  const again = failure && nextAt ? `Tried ${plural(tries, 'time')}, again at ${dateTime(nextAt)}` : '';
  return (
    <li>
      <div className={classes.job}>
        <span className={classes.jobName}>
          {type}
          <span className={`${classes.quiet} tabular`}>{dateTime(receivedAt)}</span>
        </span>
        <span className={classes.outcome}>
          <code className={classes.crash}>{object}</code>
          {failure && <span className={classes.crash}>{failure}</span>}
          {again && <span className={`${classes.quiet} tabular`}>{again}</span>}
        </span>
        <Group component="span" gap={6} align="stretch" justify="flex-end" wrap="nowrap">
          <Badge variant="light" color={doneAt ? 'green' : failure ? 'red' : 'gray'}>
            {doneAt ? 'Handled' : failure ? 'Failed' : 'Waiting'}
          </Badge>
          <Button
            size="compact-xs"
            variant="subtle"
            loading={replaying.isLoading}
            aria-label={`Handle again: ${type} of ${dateTime(receivedAt)}`}
            onClick={() => void onReplay()}
          >
            Handle again
          </Button>
        </Group>
      </div>
    </li>
  );
}
