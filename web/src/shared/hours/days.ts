import type { OpenHours } from '@/api/generated/account';
import { isTime } from '@/ui/date/time';

/** The weekdays in the order of the server. */
export const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];

/** One weekday as the form shows it. Times are those of a time field, such as `09:00`. */
export type Day = { open: boolean; opens: string; closes: string };

/** Monday to Friday from 9 to 18. */
export const usualDays: Day[] = weekdays.map((_, day) => ({
  open: day > 0 && day < 6,
  opens: '09:00',
  closes: '18:00',
}));

/** Returns the minutes after midnight of `09:00`, or NaN for an empty field. */
function minutes(time: string): number {
  const [hours, rest] = time.split(':');
  return Number.parseInt(hours ?? '', 10) * 60 + Number.parseInt(rest ?? '', 10);
}

/** Returns the hours in the form of the server. A day that closes at 00:00 ends at midnight. */
export function openHours({ open, opens, closes }: Day): OpenHours {
  if (!open) return { opens: 0, closes: 0 };
  return { opens: minutes(opens), closes: minutes(closes) || 24 * 60 };
}

/** Returns what is wrong with the hours of a day. */
export function dayError(day: Day): string | undefined {
  if (!day.open) return undefined;
  if (!day.opens || !day.closes) return 'Required!';
  if (!isTime(day.opens) || !isTime(day.closes)) return 'Write times like 09:00.';
  const { opens, closes } = openHours(day);
  return opens < closes ? undefined : 'The closing time must be after the opening time.';
}

const clock = (minutes: number): string =>
  [Math.floor(minutes / 60) % 24, minutes % 60].map((part) => String(part).padStart(2, '0')).join(':');

/** Returns stored hours as the form shows them. A closed day offers the usual hours. */
export function dayOf({ opens, closes }: OpenHours): Day {
  if (opens === closes) return { open: false, opens: '09:00', closes: '18:00' };
  return { open: true, opens: clock(opens), closes: clock(closes) };
}
