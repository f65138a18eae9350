import { Button, Group } from '@mantine/core';
import { Link } from 'react-router';
import {
  type RefusedStep,
  useRefusedStepsQuery,
  useRemoveRefusedStepMutation,
  useRetryRefusedStepsMutation,
} from '@/api/desk';
import { apiError, details, sentence } from '@/api/request/envelope';
import { dateTime } from '@/lib/format/dates';
import { plural } from '@/lib/format/text';
import { toastError, toastSuccess } from '@/shared/command/notify';
import { confirm, ErrorState } from '@/ui';
import { Panel } from '@/ui/page/Panel';
import classes from './operations.module.css';
import { count } from './words';

/** How often the list is read again, in ms. */
const pollMs = 10_000;

/** Lists the steps of billing that were refused. Without any there is nothing to show. */
export function RefusedSteps() {
  const { data, error, refetch } = useRefusedStepsQuery(undefined, {
    pollingInterval: pollMs,
    skipPollingIfUnfocused: true,
    refetchOnMountOrArgChange: true,
  });
  const [retry, retrying] = useRetryRefusedStepsMutation();
  const failure = error && !data ? apiError(error) : undefined;
  if (!failure && !data?.data.length) return null;
  const onRetry = async () => {
    const { data, error } = await retry();
    if (error) toastError(error);
    else toastSuccess(data.message);
  };
  return (
    <Panel
      title="Refused steps of billing"
      flush
      aside={
        data && (
          <Button size="compact-xs" variant="subtle" loading={retrying.isLoading} onClick={() => void onRetry()}>
            Try all again
          </Button>
        )
      }
    >
      {failure && <ErrorState message={sentence(failure)} details={details(failure)} onRetry={() => void refetch()} />}
      <ul className={classes.jobs} aria-label="Refused steps of billing">
        {data?.data.map((step) => (
          <Step key={step.id} step={step} />
        ))}
      </ul>
      {data && data.total > data.data.length && (
        <p className={classes.note}>
          The newest {count(data.data.length)} of {count(data.total)} are shown.
        </p>
      )}
    </Panel>
  );
}

function Step({
  step: { id, step, customerId, customer, invoiceId, position, message, count: times, firstAt, lastAt, again },
}: {
  step: RefusedStep;
}) {
  const [remove, removing] = useRemoveRefusedStepMutation();
  const onRemove = async () => {
    const sure = await confirm({
      type: 'CONTINUECANCEL',
      title: 'Remove this step?',
      message: 'It is not done then. Remove it only if nothing has to be done.',
      accept: 'Remove',
    });
    if (!sure) return;
    const { data, error } = await remove({ stepId: id });
    if (error) toastError(error);
    else toastSuccess(data.message);
  };
  const often = times > 1 ? `${plural(times, 'time')} since ${dateTime(firstAt)}, last at ` : '';
  const next = again ? 'It is tried again now' : position || invoiceId ? '' : 'It is tried again every minute';
  return (
    <li>
      <div className={classes.job}>
        <span className={classes.jobName}>
          {step}
          <span className={`${classes.quiet} tabular`}>
            {position && `Event ${count(position)} · `}
            {often}
            {dateTime(lastAt)}
          </span>
        </span>
        <span className={classes.outcome}>
          {customerId && <Link to={`/customer/${customerId}`}>{customer}</Link>}
          {invoiceId && <Link to={`/billing/invoices/${invoiceId}`}>See the invoice</Link>}
          <span className={classes.crash}>{message}</span>
          {next && <span className={classes.quiet}>{next}</span>}
        </span>
        <Group component="span" gap={6} align="stretch" justify="flex-end" wrap="nowrap">
          <Button
            size="compact-xs"
            variant="subtle"
            color="red"
            loading={removing.isLoading}
            aria-label={customer ? `Remove: ${step}, ${customer}` : `Remove: ${step}`}
            onClick={() => void onRemove()}
          >
            Remove
          </Button>
        </Group>
      </div>
    </li>
  );
}
