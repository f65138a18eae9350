import { Button, TextInput } from '@mantine/core';
import type { Holiday } from '@/api/shell';
import { dayText } from '@/lib/format/dates';
import { useForm } from '@/shared/entry/useForm';
import { useLeaveGuard } from '@/shared/form/useLeaveGuard';
import { DateField } from '@/ui/fields/DateField';
import { Panel } from '@/ui/page/Panel';
import { holidayErrors, nameLimit, sorted } from './draft';
import classes from './editor.module.css';

const none: Holiday = { date: '', name: '' };

type Props = { holidays: Holiday[]; onChange: (holidays: Holiday[]) => void };

/** The days on which the office is closed, in their order. */
export function Holidays({ holidays, onChange }: Props) {
  const { values, errors, change, text, onSubmit, reset } = useForm(none, (holiday) =>
    holidayErrors(holiday, holidays),
  );
  useLeaveGuard(Boolean(values.date || values.name));
  const add = ({ date: day, name }: Holiday) => {
    onChange(sorted([...holidays, { date: day, name: name.trim() }]));
    reset();
  };
  return (
    <Panel title="Holidays">
      {holidays.length === 0 && <p className={classes.hint}>On a holiday the office is closed all day. None yet.</p>}
      {holidays.length > 0 && (
        <ul className={classes.holidays} aria-label="Holidays">
          {holidays.map((holiday) => (
            <li key={holiday.date}>
              <span className="tabular">{dayText(holiday.date)}</span>
              <span className={classes.name}>{holiday.name}</span>
              <Button
                variant="subtle"
                color="gray"
                size="compact-sm"
                aria-label={`Remove ${holiday.name}, ${dayText(holiday.date)}`}
                onClick={() => onChange(holidays.filter((other) => other !== holiday))}
              >
                Remove
              </Button>
            </li>
          ))}
        </ul>
      )}
      <form noValidate aria-label="Add a holiday" className={classes.addHoliday} onSubmit={onSubmit(add)}>
        <DateField
          name="date"
          label="Date"
          value={values.date}
          error={errors.date}
          onChange={(day) => change({ date: day })}
        />
        <TextInput {...text('name')} label="Name" autoComplete="off" maxLength={nameLimit} />
        <Button type="submit" variant="default">
          Add holiday
        </Button>
      </form>
    </Panel>
  );
}
