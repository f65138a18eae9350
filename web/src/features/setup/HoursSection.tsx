import { Select } from '@mantine/core';
import { useMemo } from 'react';
import type { Errors } from '@/shared/entry/useForm';
import { DayRow } from './DayRow';
import { weekdays } from './days';
import type { Fields } from './fields';
import classes from './setup.module.css';
import { zones } from './zones';

type Props = {
  values: Pick<Fields, 'timeZone' | 'days'>;
  errors: Errors;
  onChange: (changed: Partial<Pick<Fields, 'timeZone' | 'days'>>) => void;
};

/** The weekdays as people list them, from Monday to Sunday. */
const shown = [1, 2, 3, 4, 5, 6, 0];

/** The time zone and the business hours, from which due dates are counted. */
export function HoursSection({ values: { timeZone, days }, errors, onChange }: Props) {
  const options = useMemo(() => zones(), []);
  return (
    <fieldset className={classes.section}>
      <legend>Business hours</legend>
      <Select
        label="Time zone"
        data={options}
        value={timeZone}
        onChange={(zone) => zone && onChange({ timeZone: zone })}
        searchable
        maxDropdownHeight={260}
        allowDeselect={false}
        nothingFoundMessage="No such time zone"
      />
      <div className={classes.days}>
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
      </div>
    </fieldset>
  );
}
