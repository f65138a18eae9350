import type { BusinessHours } from '@/api/shell';
import { months } from '@/lib/format/dates';
import { offsetIn, offsetOf } from '@/lib/format/zones';
import { weekdays } from '@/shared/hours/days';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/** Whether the office is open, and when that ends. Times are in ms. */
export type State = { open: true; until: number } | { open: false; until?: number };

const ms = (time: string | undefined): number => (time ? Date.parse(time) : Number.NaN);

/**
 * Returns the state at an instant. An answer knows its own day and the next opening, so that it stays
 * right until that.
 */
export function stateAt(hours: BusinessHours, now: number): State {
  const { localeTime, localeCurrentOpenHours: today, nextOpenHours } = hours;
  const [opens, closes] = [ms(today.open), ms(today.close)];
  const counts = !today.isClose || opens > ms(localeTime);
  if (counts && now >= opens && now < closes) return { open: true, until: closes };
  const next = ms(nextOpenHours?.open);
  return next > now ? { open: false, until: next } : { open: false };
}

/** Returns the date and time of an instant with an offset, in the UTC fields of the Date. */
const wall = (instant: number, offset: number): Date => new Date(instant + offset);

/** Formats the time of day with an offset: `14:05`, or `14:05:09` with seconds. */
export function clock(instant: number, offset: number, seconds = false): string {
  return wall(instant, offset)
    .toISOString()
    .slice(11, seconds ? 19 : 16);
}

/** Returns the day as the people of a zone name it: `today`, `on Monday`, `on Monday, 07 Dec`. */
function dayInWords(instant: number, now: number, zone: string): string {
  const there = wall(instant, offsetIn(zone, instant));
  const here = wall(now, offsetIn(zone, now));
  const days = Math.floor(there.getTime() / dayMs) - Math.floor(here.getTime() / dayMs);
  if (days <= 0) return 'today';
  if (days === 1) return 'tomorrow';
  const weekday = `on ${weekdays[there.getUTCDay()] ?? ''}`;
  if (days <= 6) return weekday;
  return `${weekday}, ${String(there.getUTCDate()).padStart(2, '0')} ${months[there.getUTCMonth()] ?? ''}`;
}

/**
 * Returns the state as a sentence, in the zone of the caller (D-60): 'Open until 18:00', 'Closed. Opens
 * tomorrow at 09:00'.
 */
export function sentence(state: State, now: number, zone: string): string {
  const { open, until } = state;
  if (until === undefined) return 'Closed';
  const at = clock(until, offsetIn(zone, until));
  return open ? `Open until ${at}` : `Closed. Opens ${dayInWords(until, now, zone)} at ${at}`;
}

/** Returns the time of the sentence at the office, or undefined where the clocks agree. */
export function atTheOffice({ until }: State, office: string, zone: string): string | undefined {
  if (until === undefined) return undefined;
  const offset = offsetIn(office, until);
  return offset === offsetIn(zone, until) ? undefined : `${clock(until, offset)} in ${office}`;
}

/** Returns a countdown in hours, in minutes or as 'few secs' (BD-373). It never promises more than is left. */
export function countdown(until: number, now: number): string {
  const left = until - now;
  const [count, unit] = left >= hourMs ? [Math.floor(left / hourMs), 'hour'] : [Math.floor(left / minuteMs), 'minute'];
  if (count < 1) return 'closes in few secs';
  return `closes in ${count} ${unit}${count === 1 ? '' : 's'}`;
}

/** Returns how much of the office's day has passed, 0 to 100, or undefined on a day without hours. */
export function share({ officeCurrentOpenHours: { open, close } }: BusinessHours, now: number): number | undefined {
  const [opens, closes] = [ms(open), ms(close)];
  if (!(closes > opens)) return undefined;
  return Math.round(Math.min(1, Math.max(0, (now - opens) / (closes - opens))) * 100);
}

/** Returns the offset of the caller's clock, as the server has told it. */
export const localOffset = ({ localeTime }: BusinessHours): number => offsetOf(localeTime);

/** Returns the offset of the office's clock. */
export const officeOffset = ({ officeTime }: BusinessHours): number => offsetOf(officeTime);

/**
 * Returns how far the server's clock is ahead of the browser's, in ms, when the answer arrived at a
 * time of the browser. A browser's clock can be wrong by hours.
 */
export const skewOf = ({ localeTime }: BusinessHours, receivedAt: number): number => ms(localeTime) - receivedAt;
