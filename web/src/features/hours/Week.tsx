import { Button, Stack } from '@mantine/core';
import type { Errors } from '@/shared/entry/useForm';
import { DayRow } from '@/shared/hours/DayRow';
import { type Day, weekdays } from '@/shared/hours/days';
import { copied, weekend, workdays } from './draft';
import classes from './editor.module.css';

const monday = 1;

type Props = { days: Day[]; errors: Errors; onChange: (days: Day[]) => void };

/** The hours of Monday to Friday, and those of the weekend (BD-375). */
export function Week({ days, errors, onChange }: Props) {
  const rows = (indices: number[]) => (
    <Stack gap={6}>
      {indices.map((index) => {
        const day = days[index];
        return (
          day && (
            <DayRow
              key={index}
              weekday={weekdays[index] ?? ''}
              name={`day${index}`}
              day={day}
              error={errors[`day${index}`]}
              onChange={(changed) => onChange(days.with(index, changed))}
            />
          )
        );
      })}
    </Stack>
  );
  return (
    <>
      <fieldset className={classes.group}>
        <legend>Weekdays</legend>
        {rows(workdays)}
        <Button
          variant="subtle"
          size="compact-sm"
          className={classes.copy}
          aria-label="Copy Monday to all weekdays"
          onClick={() => onChange(copied(days, monday))}
        >
          Copy Monday to all weekdays
        </Button>
      </fieldset>
      <fieldset className={classes.group}>
        <legend>Weekend</legend>
        {rows(weekend)}
      </fieldset>
    </>
  );
}
