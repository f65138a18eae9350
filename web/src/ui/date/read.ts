import { dayText, months } from '@/lib/format/dates';

/** The most characters of a typed date. Longer text is not read. */
export const textLimit = 40;

/** What a typed text says: a day `2026-12-25`, a moment `2026-12-25T14:05`, or why it is neither. */
export type Reading = { value: string; problem?: undefined } | { value?: undefined; problem: string };

const example = '25 Dec 2026';
const unreadable = (what: string, like: string) => ({ problem: `This is no ${what}. Write it like ${like}.` });

const between = String.raw`[\s./,-]`;
const year = String.raw`(?:${between}+(\d{4}|\d\d))?`;
const yearFirst = /^(\d{4})[./-](\d\d?)[./-](\d\d?)$/;
const dayFirst = new RegExp(String.raw`^(\d\d?)${between}+(\d\d?)${year}[.]?$`);
const named = new RegExp(String.raw`^(\d\d?)${between}*([a-z]{3,9})${year}$`, 'i');
const monthNamedFirst = new RegExp(String.raw`^([a-z]{3,9})${between}*(\d\d?)${year}$`, 'i');

const longMonths = 'january february march april may june july august september october november december'.split(' ');

/** Returns the number of a month from its English name or the beginning of it, 0 for other text. */
const monthNumber = (name: string): number => longMonths.findIndex((month) => month.startsWith(name.toLowerCase())) + 1;

type Parts = { day: string; month: number; year?: string };

/** Finds the parts of a day. Of two numbers the first is the day, as in the dates that the app shows. */
function partsOf(text: string): Parts | undefined {
  const [, y, m, d = ''] = yearFirst.exec(text) ?? [];
  if (y) return { day: d, month: Number(m), year: y };
  const numbers = dayFirst.exec(text);
  if (numbers) return { day: numbers[1] ?? '', month: Number(numbers[2]), year: numbers[3] };
  const [, day, name, of] = named.exec(text) ?? [];
  if (day && name) return { day, month: monthNumber(name) || Number.NaN, year: of };
  const [, first, second, then] = monthNamedFirst.exec(text) ?? [];
  return first && second ? { day: second, month: monthNumber(first) || Number.NaN, year: then } : undefined;
}

const daysIn = (yearNumber: number, month: number): number => new Date(Date.UTC(yearNumber, month, 0)).getUTCDate();

const two = (n: number): string => String(n).padStart(2, '0');

/** Reads a day that may be none of the calendar. Returns undefined for text that is no day at all. */
function dayIn(text: string, thisYear: number): Reading | undefined {
  const parts = text.length <= textLimit ? partsOf(text.trim()) : undefined;
  if (!parts || Number.isNaN(parts.month)) return undefined;
  const { month, year: typedYear = String(thisYear) } = parts;
  const day = Number(parts.day);
  const yearNumber = Number(typedYear.length === 2 ? `20${typedYear}` : typedYear);
  if (yearNumber < 1000) return undefined;
  if (month < 1 || month > 12) return { problem: `There is no month ${month}. The day comes first, as in 25/12/2026.` };
  const most = daysIn(yearNumber, month);
  if (day < 1 || day > most) return { problem: `${months[month - 1]} ${yearNumber} has the days 1 to ${most}.` };
  return { value: `${yearNumber}-${two(month)}-${two(day)}` };
}

/** Reads a day. One without a year is in `thisYear`, and two digits are a year of this century. */
export const readDay = (text: string, thisYear: number): Reading =>
  dayIn(text, thisYear) ?? unreadable('date', example);

const clock = /^(.*?)[\sT,]+(\d\d?):(\d\d)(?::(\d\d))?$/;

/**
 * Reads a day with its time of 24 hours. A day without one gets `time`. Seconds are read only with
 * `seconds`.
 */
export function readMoment(text: string, thisYear: number, time = '00:00', seconds = false): Reading {
  const [, before = text, hour, minute, second] = (text.length <= textLimit && clock.exec(text.trim())) || [];
  const day = second && !seconds ? undefined : dayIn(before, thisYear);
  if (!day) return unreadable('date and time', `${example} 14:05`);
  if (day.problem !== undefined) return day;
  if (!hour) return { value: `${day.value}T${time}` };
  if (Number(hour) > 23 || Number(minute) > 59 || Number(second ?? 0) > 59) {
    return { problem: 'The times of a day are 00:00 to 23:59.' };
  }
  return { value: `${day.value}T${two(Number(hour))}:${minute}${second ? `:${second}` : ''}` };
}

/** Returns a day or a moment as the app shows it: `25 Dec 2026`, `25 Dec 2026 14:05`. */
export function shown(value: string): string {
  const [day = '', time] = value.split('T');
  return [dayText(day), time].filter(Boolean).join(' ');
}
