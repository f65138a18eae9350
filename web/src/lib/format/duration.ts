const some = (count: number, one: string, more: string): string => `${count} ${count === 1 ? one : more}`;

/** Formats seconds for people: `45 s`, `12 minutes`, `1 hr 5 mins`, `24 hrs` (BD-378). */
export function duration(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds));
  if (whole < 60) return `${whole} s`;
  const minutes = Math.floor(whole / 60);
  if (minutes < 60) return some(minutes, 'minute', 'minutes');
  const hours = some(Math.floor(minutes / 60), 'hr', 'hrs');
  return minutes % 60 === 0 ? hours : `${hours} ${some(minutes % 60, 'min', 'mins')}`;
}

/** Formats seconds as a clock: `0:00:05`, `12:34:56`. */
export function clock(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds));
  const two = (n: number) => String(n).padStart(2, '0');
  return `${Math.floor(whole / 3600)}:${two(Math.floor(whole / 60) % 60)}:${two(whole % 60)}`;
}

/** Returns the seconds since a time. */
export function secondsSince(at: string, now: Date): number {
  return Math.max(0, (now.getTime() - new Date(at).getTime()) / 1000);
}
