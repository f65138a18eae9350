import { Stack } from '@mantine/core';
import type { Errors } from '@/shared/entry/useForm';
import { DayRow } from '@/shared/hours/DayRow';
import { weekdays } from '@/shared/hours/days';
import { TimeZoneField } from '@/shared/form/TimeZoneField';
import type { Fields } from './fields';
import classes from './setup.module.css';

type Props = {
  values: Pick<Fields, 'timeZone' | 'days'>;
  errors: Errors;
  onChange: (changed: Partial<Pick<Fields, 'timeZone' | 'days'>>) => void;
};

/** The weekdays as people list them, from Monday to Sunday. */
const shown = [1, 2, 3, 4, 5, 6, 0];

/** The time zone and the business hours, from which due dates are counted. */
export function HoursSection({ values: { timeZone, days }, errors, onChange }: Props) {
  return (
    <fieldset className={classes.section}>
      <legend>Business hours</legend>
      <TimeZoneField value={timeZone} onChange={(zone) => onChange({ timeZone: zone })} />
      <Stack gap={6}>
        {shown.map((index) => {
          const day = days[index];
          return (
            day && (
              <DayRow
                key={index}
                weekday={weekdays[index] ?? ''}
                name={`day${index}`}
                day={day}
                error={errors[`day${index}`]}
                onChange={(changed) => onChange({ days: days.with(index, changed) })}
              />
            )
          );
        })}
      </Stack>
    </fieldset>
  );
}
