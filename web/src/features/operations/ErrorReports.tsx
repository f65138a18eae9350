import { Button, Group } from '@mantine/core';
import { useState } from 'react';
import { apiError, details, sentence } from '@/api/request/envelope';
import { type ErrorReport, useErrorReportsQuery, useRemoveErrorReportMutation } from '@/api/desk';
import { dateTime } from '@/lib/format/dates';
import { plural } from '@/lib/format/text';
import { toastError, toastSuccess } from '@/shared/command/notify';
import { confirm, EmptyState, ErrorState, Icon } from '@/ui';
import { Panel } from '@/ui/page/Panel';
import classes from './operations.module.css';

/** How often the list is read again, in ms. */
const pollMs = 60_000;

/** Lists the crashes of the web app that people reported (SH-157). They do not say who had them. */
export function ErrorReports() {
  const { data, error, refetch } = useErrorReportsQuery(undefined, {
    pollingInterval: pollMs,
    skipPollingIfUnfocused: true,
    refetchOnMountOrArgChange: true,
  });
  const failure = error && !data ? apiError(error) : undefined;
  return (
    <Panel title="Errors in browsers" flush>
      {failure && <ErrorState message={sentence(failure)} details={details(failure)} onRetry={() => void refetch()} />}
      {data?.data.length === 0 && (
        <EmptyState small icon="check" title="No error was reported">
          People can report a crash of the web app from the page that tells them of it.
        </EmptyState>
      )}
      <ul className={classes.jobs} aria-label="Errors in browsers">
        {data?.data.map((report) => (
          <Crash key={report.id} report={report} />
        ))}
      </ul>
    </Panel>
  );
}

function Crash({ report }: { report: ErrorReport }) {
  const { id, message, page, stack, build, browser, count, firstAt, lastAt } = report;
  const [open, setOpen] = useState(false);
  const [remove, removing] = useRemoveErrorReportMutation();
  const onRemove = async () => {
    const sure = await confirm({
      type: 'CONTINUECANCEL',
      title: 'Remove this report?',
      message: 'It comes back if the error is reported again.',
      accept: 'Remove',
    });
    if (!sure) return;
    const { data, error } = await remove({ reportId: id });
    if (error) toastError(error);
    else toastSuccess(data.message);
  };
  return (
    <li>
      <div className={classes.job}>
        <span className={classes.jobName}>
          {page}
          <span className={`${classes.quiet} tabular`}>
            {plural(count, 'time')} · {dateTime(lastAt)}
          </span>
        </span>
        <code className={classes.crash}>{message}</code>
        <Group component="span" gap={6} align="stretch" justify="flex-end" wrap="nowrap">
          <Button
            size="compact-xs"
            variant="subtle"
            aria-expanded={open}
            onClick={() => setOpen(!open)}
            rightSection={<Icon name={open ? 'chevronUp' : 'chevronDown'} size={13} />}
          >
            Details
          </Button>
          <Button
            size="compact-xs"
            variant="subtle"
            color="red"
            loading={removing.isLoading}
            onClick={() => void onRemove()}
          >
            Remove
          </Button>
        </Group>
      </div>
      {open && (
        <div className={classes.report}>
          <p className={classes.quiet}>
            {['First', dateTime(firstAt), browser && `last in ${browser}`, build && `build ${build}`]
              .filter(Boolean)
              .join(' · ')}
          </p>
          <pre className={classes.stack}>{stack || 'The browser told no calls.'}</pre>
        </div>
      )}
    </li>
  );
}
