const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const two = (n: number): string => String(n).padStart(2, '0');
const shortOf = (day: Date): string => `${two(day.getDate())} ${months[day.getMonth()] ?? ''}`;

/** Minutes east of UTC in which instants are told; null for where the browser is. */
let zone: number | null = null;

/** Tells every instant in a fixed zone from now on; null goes back to the browser's own. */
export function tellIn(minutesEast: number | null): void {
  zone = minutesEast;
}

/** An instant whose local fields are those of the zone that is told. */
function here(at: string): Date {
  const instant = new Date(at);
  return zone === null ? instant : new Date(instant.getTime() + (zone + instant.getTimezoneOffset()) * 60_000);
}

/** `21 Nov 2026` (SH-338, BD-377). */
export function date(at: string | null | undefined): string {
  if (!at) return '';
  const day = here(at);
  return `${shortOf(day)} ${day.getFullYear()}`;
}

/** `21 Nov 2026 14:05` (BD-377). */
export function dateTime(at: string | null | undefined): string {
  if (!at) return '';
  const day = here(at);
  return `${date(at)} ${two(day.getHours())}:${two(day.getMinutes())}`;
}

/** `21 Nov`, with the year only when it is another one. */
export function shortDate(at: string | null | undefined, now: Date): string {
  if (!at) return '';
  const day = here(at);
  return day.getFullYear() === now.getFullYear() ? shortOf(day) : date(at);
}

export type Due = 'none' | 'later' | 'soon' | 'past';

/** Due turns amber at two days and red when past. */
export function due(at: string | null | undefined, now: Date): Due {
  if (!at) return 'none';
  const hours = (new Date(at).getTime() - now.getTime()) / 3_600_000;
  if (hours < 0) return 'past';
  return hours <= 48 ? 'soon' : 'later';
}

const steps: [unit: string, seconds: number][] = [
  ['year', 31_557_600],
  ['month', 2_629_800],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
  ['second', 1],
];

/** `3 hours ago`, in seconds, minutes, hours, days, months or years (BD-376). */
export function ago(at: string | null | undefined, now: Date): string {
  if (!at) return '';
  const seconds = Math.max(0, Math.floor((now.getTime() - new Date(at).getTime()) / 1000));
  for (const [unit, size] of steps) {
    const count = Math.floor(seconds / size);
    if (count >= 1) return `${count} ${unit}${count === 1 ? '' : 's'} ago`;
  }
  return 'just now';
}

/** `2026-12-01` -> the end of that day here, as an instant; nothing while its year is being typed (`0202-12-01`). */
export function endOfDay(day: string): string | undefined {
  const at = day >= '1000' ? new Date(`${day}T23:59:59`) : undefined;
  return at && !Number.isNaN(at.getTime()) ? at.toISOString() : undefined;
}

/** An instant -> the day it is here, for a date field. */
export function dayOf(instant: string | undefined): string {
  if (!instant) return '';
  const at = new Date(instant);
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
}
