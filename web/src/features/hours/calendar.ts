import type { BusinessHours, OfficeHours } from '@/api/shell';
import { offsetIn } from '@/lib/format/zones';

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

/** The number of days in which a next opening is looked for, as the server does (D-60). */
const lookAhead = 14;

/** Returns an instant as text with the offset of a zone. */
function textIn(zone: string, instant: number): string {
  const offset = offsetIn(zone, instant);
  const minutes = Math.abs(offset / minuteMs);
  const two = (n: number) => String(n).padStart(2, '0');
  const sign = offset < 0 ? '-' : '+';
  const ahead = `${sign}${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
  return new Date(instant + offset).toISOString().slice(0, 19) + ahead;
}

/** Returns the instant of a wall clock, given as the UTC fields of a time in ms. */
function instantOf(wall: number, zone: string): number {
  const guess = wall - offsetIn(zone, wall);
  return wall - offsetIn(zone, guess);
}

/**
 * Returns what the server would answer for hours that are not saved yet, so that the editor can show
 * them as everybody would see them.
 */
export function hoursOf(
  { timeZone, days, holidays, description }: OfficeHours,
  now: number,
  locale: string,
): BusinessHours {
  const today = Math.floor((now + offsetIn(timeZone, now)) / dayMs) * dayMs;
  const closed = new Set(holidays.map(({ date }) => date));
  const spanOf = (after: number) => {
    const midnight = today + after * dayMs;
    const day = new Date(midnight);
    const { opens, closes } = days[day.getUTCDay()] ?? { opens: 0, closes: 0 };
    // A time that is being typed is not a number.
    if (!(opens < closes) || closed.has(day.toISOString().slice(0, 10))) return undefined;
    const at = (minutes: number) => instantOf(midnight + minutes * minuteMs, timeZone);
    return { from: at(opens), to: at(closes) };
  };
  const span = spanOf(0);
  const isClose = !span || now < span.from || now >= span.to;
  const times = (zone: string) =>
    span ? { open: textIn(zone, span.from), close: textIn(zone, span.to), isClose } : { isClose };
  const tomorrow = spanOf(1);
  const next = Array.from({ length: lookAhead + 1 }, (_, after) => spanOf(after)?.from).find(
    (from) => from !== undefined && from > now,
  );
  return {
    localeTime: textIn(locale, now),
    officeTime: textIn(timeZone, now),
    officeTimeZone: timeZone,
    officeCurrentOpenHours: times(timeZone),
    localeCurrentOpenHours: times(locale),
    tomorrowOpenHours: tomorrow ? { open: textIn(timeZone, tomorrow.from), isClose: false } : { isClose: true },
    nextOpenHours: next === undefined ? undefined : { open: textIn(timeZone, next), dayOfWeek: '' },
    description,
  };
}
