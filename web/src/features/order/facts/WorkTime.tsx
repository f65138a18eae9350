import { Progress } from '@mantine/core';
import { type Order, useWorkOnOrderMutation } from '@/api/generated';
import { dateTime } from '@/lib/format/dates';
import { clock, duration, secondsSince } from '@/lib/format/duration';
import { useNow } from '@/lib/hooks/useNow';
import { orderGroup } from '@/shared/command/actions';
import { toastRefused } from '@/shared/command/refusal';
import { Icon, useShortcuts } from '@/ui';
import { BusyButton } from '@/ui/fields/BusyButton';
import { Panel } from '@/ui/page/Panel';
import classes from '../order.module.css';

/** The percentage from which a bar is red (BD-363). */
const dangerPercent = 90;

/**
 * The working time compared with the allocated time, and how long the order waited for work (D-37).
 */
export function WorkTime({ order }: { order: Order }) {
  const { workTime, can } = order;
  const [work, { isLoading }] = useWorkOnOrderMutation();
  const action = can.play ? 'play' : can.pause ? 'pause' : undefined;
  const label = action === 'play' ? 'Play' : 'Pause';
  const run = () => {
    if (action) work({ orderId: order.id, workingTimeAction: { action } }).unwrap().catch(toastRefused);
  };
  useShortcuts(action && !isLoading ? [{ what: `${label} working time`, icon: action, group: orderGroup, run }] : []);
  const now = useNow(workTime.paused ? 60_000 : 1000);
  const worked = (workTime.worked ?? 0) + (workTime.since ? secondsSince(workTime.since, now) : 0);
  const { allocated = 0 } = workTime;
  const percent = allocated > 0 ? (100 * worked) / allocated : undefined;
  if (worked === 0 && allocated === 0 && order.queuePercent === undefined && !action) return null;
  return (
    <Panel
      title="Working time"
      aside={
        action && (
          <BusyButton
            size="compact-xs"
            variant="light"
            busy={isLoading}
            leftSection={<Icon name={action} size={13} />}
            onClick={run}
          >
            {label}
          </BusyButton>
        )
      }
    >
      <p className={`${classes.worked} tabular`}>
        <strong>{workTime.paused ? duration(worked) : clock(worked)}</strong>
        {allocated > 0 && <span> of {duration(allocated)}</span>}
        {allocated > 0 && worked - allocated >= 60 && <span>, {duration(worked - allocated)} over</span>}
      </p>
      {percent !== undefined && (
        <Progress
          value={Math.min(percent, 100)}
          color={percent >= dangerPercent ? 'red' : 'brand'}
          size={6}
          aria-label={`Working time: ${Math.round(percent)}%`}
        />
      )}
      {!workTime.paused && workTime.by && <p className={classes.quiet}>{workTime.by.name} is working on it now.</p>}
      {order.queuePercent !== undefined && (
        <p className={classes.quiet} title={`Promised within ${duration(order.promisedStart ?? 0)} of business hours`}>
          Start promised by {dateTime(order.promisedBy)}. Waiting{' '}
          {['queue', 'ready-to-go'].includes(order.status) ? 'has taken' : 'took'} {Math.round(order.queuePercent)}% of
          the promised time.
        </p>
      )}
    </Panel>
  );
}
