import { Checkbox } from '@mantine/core';
import { useId } from 'react';
import { TimeField } from '@/ui/fields/TimeField';
import type { Day } from './days';
import classes from './hours.module.css';

type Props = { weekday: string; name: string; day: Day; error?: string; onChange: (day: Day) => void };

/** The business hours of one weekday. An unchecked day is closed. */
export function DayRow({ weekday, name, day, error, onChange }: Props) {
  const problem = useId();
  const time = (end: 'opens' | 'closes') => (
    <TimeField
      name={name}
      aria-label={`${weekday} ${end}`}
      aria-describedby={error ? problem : undefined}
      error={Boolean(error)}
      value={day[end]}
      onChange={(value) => onChange({ ...day, [end]: value })}
    />
  );
  return (
    <div className={classes.day}>
      <Checkbox
        label={weekday}
        checked={day.open}
        onChange={(event) => onChange({ ...day, open: event.currentTarget.checked })}
      />
      {day.open ? (
        <>
          {time('opens')}
          {time('closes')}
        </>
      ) : (
        <span className={classes.closed}>Closed</span>
      )}
      {error && (
        <span id={problem} className={classes.problem}>
          {error}
        </span>
      )}
    </div>
  );
}
