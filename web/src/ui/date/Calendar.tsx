import { DatePicker } from '@mantine/dates';
import '@mantine/dates/styles.css';
import dayjs, { type ManipulateType } from 'dayjs';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import classes from './calendar.module.css';

type Step = [amount: number, unit: ManipulateType];

/** How far a key moves from a day. */
const steps: Partial<Record<string, Step>> = {
  ArrowLeft: [-1, 'day'],
  ArrowRight: [1, 'day'],
  ArrowUp: [-7, 'day'],
  ArrowDown: [7, 'day'],
  PageUp: [-1, 'month'],
  PageDown: [1, 'month'],
};

const format = 'YYYY-MM-DD';

type Props = {
  /** The chosen day as `2026-12-25`, empty for none. */
  day: string;
  min?: string;
  max?: string;
  onPick: (day: string) => void;
};

/**
 * Shows a month to choose a day from. Its arrow keys move on into the months around it, which those
 * of Mantine do not.
 */
export function Calendar({ day, min, max, onPick }: Props) {
  const root = useRef<HTMLDivElement>(null);
  const [at, setAt] = useState(() => clamped(day || dayjs().format(format), min, max));
  const [month, setMonth] = useState(at);
  useEffect(() => {
    root.current?.querySelector<HTMLElement>(`[data-day="${at}"]`)?.focus();
  }, [at]);

  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    const from = event.target instanceof HTMLElement ? event.target.dataset['day'] : undefined;
    const step = steps[event.key];
    if (!from || !step) return;
    event.preventDefault();
    event.stopPropagation();
    const to = clamped(
      dayjs(from)
        .add(...step)
        .format(format),
      min,
      max,
    );
    setMonth(to);
    setAt(to);
  };

  return (
    <div ref={root} className={classes.calendar} onKeyDownCapture={onKeyDown}>
      <DatePicker
        size="sm"
        classNames={{ day: classes.day, weekday: classes.weekday }}
        value={day || null}
        date={month}
        minDate={min}
        maxDate={max}
        firstDayOfWeek={1}
        highlightToday
        enableKeyboardNavigation={false}
        ariaLabels={{
          nextMonth: 'Next month',
          previousMonth: 'Previous month',
          nextYear: 'Next year',
          previousYear: 'Previous year',
          nextDecade: 'Next decade',
          previousDecade: 'Previous decade',
        }}
        getDayProps={(date) => ({
          'data-day': date,
          'data-autofocus': date === at || undefined,
          'aria-current': date === dayjs().format(format) ? 'date' : undefined,
          'aria-pressed': date === day,
        })}
        onDateChange={setMonth}
        onChange={(picked) => onPick(picked ?? day)}
        __stopPropagation
      />
    </div>
  );
}

/** Returns the day within the limits that is nearest. Days sort as text. */
function clamped(day: string, min = day, max = day): string {
  if (day < min) return min;
  return day > max ? max : day;
}
