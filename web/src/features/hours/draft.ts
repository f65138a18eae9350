import type { Holiday, OfficeHours } from '@/api/shell';
import { required } from '@/shared/accounts/forms/fields';
import type { Errors } from '@/shared/entry/useForm';
import { type Day, dayError, dayOf, openHours } from '@/shared/hours/days';

/** The most characters of the description, and of the name of a holiday. */
export const descriptionLimit = 500;
export const nameLimit = 100;
const mostHolidays = 200;

/** The business hours while they are edited. */
export type Draft = { timeZone: string; days: Day[]; holidays: Holiday[]; description: string };

export const draftOf = ({ days, holidays, ...rest }: OfficeHours): Draft => ({
  ...rest,
  days: days.map(dayOf),
  holidays: sorted(holidays),
});

/** Returns the business hours to save. */
export const officeHoursOf = ({ timeZone, days, holidays, description }: Draft): OfficeHours => ({
  timeZone,
  days: days.map(openHours),
  holidays,
  description: description.trim(),
});

/** Reports whether two drafts are saved as the same hours. */
export const isSame = (a: Draft, b: Draft): boolean =>
  JSON.stringify(officeHoursOf(a)) === JSON.stringify(officeHoursOf(b));

/** Returns the errors by the name of the field. The weekdays are `day0` to `day6`. */
export const draftErrors = ({ days }: Draft): Errors =>
  Object.fromEntries(days.map((day, index) => [`day${index}`, dayError(day)]));

/** Monday to Friday, and the weekend, which is Saturday and Sunday (SH-332). */
export const workdays = [1, 2, 3, 4, 5];
export const weekend = [6, 0];

/** Returns the days with the hours of one weekday on all of Monday to Friday. */
export const copied = (days: Day[], from: number): Day[] =>
  days.map((day, index) => (workdays.includes(index) ? (days[from] ?? day) : day));

export const sorted = (holidays: Holiday[]): Holiday[] => holidays.toSorted((a, b) => a.date.localeCompare(b.date));

function dateError(date: string, others: Holiday[]): string | undefined {
  if (!date) return 'Required!';
  const same = others.find((other) => other.date === date);
  if (same) return `This day is in the list already: ${same.name}.`;
  return others.length < mostHolidays ? undefined : `There can be at most ${mostHolidays} holidays.`;
}

/** Returns the errors of a holiday that is added to others. */
export const holidayErrors = ({ date, name }: Holiday, others: Holiday[]): Errors => ({
  date: dateError(date, others),
  name: required(name),
});
