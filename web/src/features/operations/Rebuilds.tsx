import { Button, Group, Progress } from '@mantine/core';
import { useState } from 'react';
import { type Rebuild, useCancelRebuildMutation } from '@/api/desk';
import { dateTime } from '@/lib/format/dates';
import { plural } from '@/lib/format/text';
import { toastError, toastSuccess } from '@/shared/command/notify';
import { confirm, EmptyState, Icon } from '@/ui';
import { Panel } from '@/ui/page/Panel';
import classes from './operations.module.css';
import { Report } from './Report';
import { count, differing, duration, isActive, jobWords } from './words';

/** Lists requested rebuilds and dry runs, with their progress and reports. */
export function Rebuilds({ rebuilds }: { rebuilds: Rebuild[] }) {
  return (
    <Panel title="Rebuilds" flush>
      {rebuilds.length === 0 && (
        <EmptyState small icon="refresh" title="No rebuild yet">
          A dry run compares a projection with the log.
        </EmptyState>
      )}
      <ul className={classes.jobs}>
        {rebuilds.map((job) => (
          <Job key={job.id} job={job} />
        ))}
      </ul>
    </Panel>
  );
}

function Job({ job }: { job: Rebuild }) {
  const [open, setOpen] = useState(false);
  const what = job.dryRun ? 'Dry run' : 'Rebuild';
  return (
    <li data-job={job.id} data-state={job.state}>
      <div className={classes.job}>
        <span className={classes.jobName}>
          {what} of {job.projection}
          <span className={classes.quiet}>
            {[job.requestedBy?.name, dateTime(job.requestedAt)].filter(Boolean).join(' · ')}
          </span>
        </span>
        <Outcome job={job} />
        <Group component="span" gap={6} align="stretch" justify="flex-end" wrap="nowrap">
          {isActive(job) && <Cancel job={job} what={what} />}
          {job.report && (
            <Button
              size="compact-xs"
              variant="subtle"
              aria-expanded={open}
              onClick={() => setOpen(!open)}
              rightSection={<Icon name={open ? 'chevronUp' : 'chevronDown'} size={13} />}
            >
              Report
            </Button>
          )}
        </Group>
      </div>
      {open && job.report && <Report report={job.report} />}
    </li>
  );
}

function Outcome({ job }: { job: Rebuild }) {
  if (job.state === 'running' || job.state === 'queued') {
    const done = job.head > 0 ? (job.position / job.head) * 100 : 0;
    return (
      <span className={classes.outcome}>
        <Progress value={done} size={6} radius="xl" aria-label={`Progress of ${job.projection}`} />
        <span className={`${classes.quiet} tabular`}>
          {job.head > 0
            ? `${count(job.position)} of ${count(job.head)} events · ${count(job.rate)}/s · ${duration(job.remainingSeconds)} left`
            : jobWords[job.state]}
        </span>
      </span>
    );
  }
  const { report } = job;
  if (job.state === 'done' && report) {
    const rows = differing(report);
    return (
      <span className={classes.outcome}>
        <span className={classes.health} data-health={rows > 0 || report.parked.length > 0 ? 'bad' : 'good'}>
          {rows > 0 ? `${plural(rows, 'row')} differ` : 'No difference'}
          {report.parked.length > 0 && `, ${plural(report.parked.length, 'stream')} parked`}
          {report.swapped && ', swapped in'}
        </span>
        <span className={`${classes.quiet} tabular`}>
          {count(report.events)} events in {duration(report.seconds)} · {count(report.rate)}/s
        </span>
      </span>
    );
  }
  return (
    <span className={classes.outcome}>
      <span className={classes.health} data-health={job.state === 'failed' ? 'bad' : 'busy'}>
        {jobWords[job.state]}
      </span>
      {job.error && <span className={classes.quiet}>{job.error}</span>}
    </span>
  );
}

function Cancel({ job, what }: { job: Rebuild; what: string }) {
  const [cancel, { isLoading }] = useCancelRebuildMutation();
  const ask = async () => {
    const agreed = await confirm({
      type: 'YESNO',
      title: `Cancel the ${what.toLowerCase()}?`,
      message: `What was built of ${job.projection} is dropped. The live tables stay as they are.`,
      accept: 'Cancel it',
    });
    if (!agreed) return;
    try {
      toastSuccess((await cancel({ jobId: job.id }).unwrap()).message);
    } catch (error) {
      toastError(error);
    }
  };
  return (
    <Button size="compact-xs" variant="default" loading={isLoading} onClick={() => void ask()}>
      Cancel
    </Button>
  );
}
