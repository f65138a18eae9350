import type { OperatorFigure, ReportPeriod } from '@/api/reports';
import { dayText, months } from '@/lib/format/dates';
import { plural } from '@/lib/format/text';

/** Formats a number: `1,234`. */
export const count = (n: number): string => n.toLocaleString('en');

/** Formats seconds as hours: `12.5 h`. */
export const hours = (seconds: number): string =>
  `${(seconds / 3600).toLocaleString('en', { maximumFractionDigits: 1 })} h`;

/**
 * Formats seconds of business hours: as working days if they are at least one, otherwise as hours. Without business
 * hours a working day has 24 hours.
 */
export function working(seconds: number, day: number): string {
  if (day <= 0 || seconds < day) return hours(seconds);
  const days = seconds / day;
  const number = days.toLocaleString('en', { maximumFractionDigits: 1 });
  return `${number} ${number === '1' ? 'day' : 'days'}`;
}

/** Names the part of a period that begins on a day: `21 Nov 2026`, `Week of 16 Nov 2026`, `Nov 2026`. */
export function partText(day: string, { step }: Pick<ReportPeriod, 'step'>): string {
  if (step === 'day') return dayText(day);
  if (step === 'week') return `Week of ${dayText(day)}`;
  const [year, month] = day.split('-');
  return `${months[Number(month) - 1] ?? ''} ${year}`;
}

/** Names it for the axis of a chart. */
export function partLabel(day: string, { step }: Pick<ReportPeriod, 'step'>): string {
  const [year, month, of] = day.split('-');
  const name = months[Number(month) - 1] ?? '';
  return step === 'month' ? `${name} ${year?.slice(2)}` : `${of} ${name}`;
}

export const sum = (all: number[]): number => all.reduce((a, b) => a + b, 0);

/** Names proofs by the number of their revisions. */
export const revisionText = (n: number): string => (n === 3 ? '3 or more' : n === 0 ? 'None' : plural(n, 'revision'));

export const operatorFigures: Record<OperatorFigure, string> = {
  worked: 'Hours worked',
  finished: 'Orders finished',
  rework: 'Rework',
  load: 'Load now',
};

/** The colour of a token of the theme. */
export const colour = (token: string): string => `var(${token})`;
