import { ActionIcon } from '@mantine/core';
import { useLayoutEffect, useRef } from 'react';
import { Link } from 'react-router';
import { useWorkingTimeReminderQuery } from '@/api/generated';
import { clock, secondsSince } from '@/lib/format/duration';
import { useNow } from '@/lib/hooks/useNow';
import { Icon, Tip } from '@/ui';
import { type Timer, useWorkTime } from './useWorkTime';
import classes from './WorkTimer.module.css';

/**
 * The interval of the working-time question in minutes, when the server does not set one (BD-052).
 */
const defaultMinutes = 60;

/** The running timer, in the header of every page. It shows nothing when no timer runs. */
export function WorkTimer() {
  const { timer, pause } = useWorkTime();
  return timer ? <Running timer={timer} onPause={pause} /> : null;
}

function Running({ timer, onPause }: { timer: Timer; onPause: () => void }) {
  const now = useNow(1000);
  const group = useRef<HTMLDivElement>(null);
  // When the timer disappears while its button has the focus, the focus moves to the content.
  useLayoutEffect(() => {
    const own = group.current;
    return () => {
      if (own?.contains(document.activeElement)) document.getElementById('content')?.focus({ preventScroll: true });
    };
  }, []);
  const { data } = useWorkingTimeReminderQuery();
  const minutes = data?.data.intervalReminder ?? defaultMinutes;
  return (
    <div
      ref={group}
      className={classes.timer}
      role="group"
      aria-label="Your working time"
      title={minutes > 0 ? `You are asked every ${minutes} min whether you still work` : undefined}
    >
      <span className={classes.dot} aria-hidden="true" />
      <Link to={`/orders/detail/${timer.orderId}`} title={timer.orderName}>
        {timer.orderNumber}
      </Link>
      <span className="tabular">{clock(secondsSince(timer.since, now))}</span>
      <Tip label="Pause the working time">
        <ActionIcon variant="subtle" color="gray" size="sm" aria-label="Pause the working time" onClick={onPause}>
          <Icon name="pause" size={14} />
        </ActionIcon>
      </Tip>
    </div>
  );
}
