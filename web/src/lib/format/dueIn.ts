import { due, here } from './dates';

/** Returns the middle of a time's day in the zone that is shown, so that days can be counted. */
const noonOf = (at: string): number => {
  const day = here(at);
  return Date.UTC(day.getFullYear(), day.getMonth(), day.getDate(), 12);
};

/** Says in days when something is due: `due in 3 days`, `2 days overdue` (D-94). */
export function dueIn(at: string, now: Date): string {
  const days = Math.round((noonOf(at) - noonOf(now.toISOString())) / 86_400_000);
  if (due(at, now) === 'past') {
    if (days === 0) return 'overdue';
    return days === -1 ? '1 day overdue' : `${-days} days overdue`;
  }
  if (days === 0) return 'due today';
  return days === 1 ? 'due tomorrow' : `due in ${days} days`;
}
