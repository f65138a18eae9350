export const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const two = (n: number): string => String(n).padStart(2, '0');
const shortOf = (day: Date): string => `${two(day.getDate())} ${months[day.getMonth()] ?? ''}`;
const isoDay = (day: Date): string => `${day.getFullYear()}-${two(day.getMonth() + 1)}-${two(day.getDate())}`;

/** The time zone in which times are shown, in minutes east of UTC; null for that of the browser. */
let zone: number | null = null;

/** Shows all times in a fixed zone from now on. null returns to the browser's zone. */
export function tellIn(minutesEast: number | null): void {
  zone = minutesEast;
}

/** Returns a Date whose local fields are those of the zone that is shown. */
export function here(at: string): Date {
  const instant = new Date(at);
  return zone === null ? instant : new Date(instant.getTime() + (zone + instant.getTimezoneOffset()) * 60_000);
}

/** Formats a day: `21 Nov 2026` (SH-338, BD-377). */
export function date(at: string | null | undefined): string {
  if (!at) return '';
  const day = here(at);
  return `${shortOf(day)} ${day.getFullYear()}`;
}

/** Formats a day of the calendar, which is the same in every zone: `2026-11-21` -> `21 Nov 2026`. */
export function dayText(day: string): string {
  const [year, month, of] = day.split('-');
  return of ? `${of} ${months[Number(month) - 1] ?? ''} ${year}` : '';
}

/** Formats the time of a day: `14:05`. */
export function time(at: string | null | undefined): string {
  if (!at) return '';
  const day = here(at);
  return `${two(day.getHours())}:${two(day.getMinutes())}`;
}

/** Formats a time: `21 Nov 2026 14:05` (BD-377). */
export function dateTime(at: string | null | undefined): string {
  return at ? `${date(at)} ${time(at)}` : '';
}

/** Formats a day as `21 Nov`. It adds the year only when it is not the current one. */
export function shortDate(at: string | null | undefined, now: Date): string {
  if (!at) return '';
  const day = here(at);
  return day.getFullYear() === now.getFullYear() ? shortOf(day) : date(at);
}

export type Due = 'none' | 'later' | 'soon' | 'past';

/** Returns the state of a due date. It is due soon from an instant that the server tells (D-94). */
export function due(at: string | null | undefined, now: Date, soonAt = at): Due {
  if (!at) return 'none';
  if (new Date(at) < now) return 'past';
  return soonAt && new Date(soonAt) <= now ? 'soon' : 'later';
}

const steps: [unit: string, seconds: number][] = [
  ['year', 31_557_600],
  ['month', 2_629_800],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
  ['second', 1],
];

/**
 * Formats the time since an instant: `3 hours ago`, in seconds, minutes, hours, days, months or
 * years (BD-376).
 */
export function ago(at: string | null | undefined, now: Date): string {
  if (!at) return '';
  const seconds = Math.max(0, Math.floor((now.getTime() - new Date(at).getTime()) / 1000));
  for (const [unit, size] of steps) {
    const count = Math.floor(seconds / size);
    if (count >= 1) return `${count} ${unit}${count === 1 ? '' : 's'} ago`;
  }
  return 'just now';
}

/** Converts `2026-12-01` to the end of that day in the browser's zone. Other text gives undefined. */
export function endOfDay(day: string): string | undefined {
  const at = new Date(`${day}T23:59:59`);
  return Number.isNaN(at.getTime()) ? undefined : at.toISOString();
}

/** Converts a time to its day in the browser's zone, for a date field. */
export function dayOf(instant: string | undefined): string {
  return instant ? isoDay(new Date(instant)) : '';
}

/** Converts a time to `2026-12-01T14:05` in the browser's zone, for a field with date and time. */
export function momentOf(instant: string | Date | undefined, seconds = false): string {
  const at = new Date(instant ?? '');
  if (Number.isNaN(at.getTime())) return '';
  const time = `${two(at.getHours())}:${two(at.getMinutes())}`;
  return `${isoDay(at)}T${time}${seconds ? `:${two(at.getSeconds())}` : ''}`;
}
