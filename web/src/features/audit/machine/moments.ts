import type { Moment } from '@/api/desk';

const day = 86_400_000;

/** Returns the ticks before and after a position. */
function around(ticks: Moment[], position: number): [Moment | undefined, Moment | undefined] {
  let low = 0;
  let high = ticks.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ticks[middle]?.position ?? 0) <= position) low = middle + 1;
    else high = middle;
  }
  return [ticks[low - 1], ticks[low]];
}

/**
 * Returns the approximate time of a position, interpolated between the ticks. Returns undefined for
 * an empty log.
 */
export function timeAt(ticks: Moment[], position: number): Date | undefined {
  const [before, after] = around(ticks, position);
  if (!before || !after) return before || after ? new Date((before ?? after)?.at ?? '') : undefined;
  const [from, to] = [new Date(before.at).getTime(), new Date(after.at).getTime()];
  const part = (position - before.position) / (after.position - before.position);
  return new Date(from + part * (to - from));
}

/** Returns the nearest position within the log. */
export function within(position: number, head: number): number {
  return Math.min(Math.max(Math.round(position), 1), Math.max(head, 1));
}

/** Returns the place of a position on the slider, 0 to 100 percent. */
export function percentOf(position: number, head: number): number {
  return head > 1 ? ((within(position, head) - 1) / (head - 1)) * 100 : 100;
}

export type DayMark = { position: number; at: Date };

/**
 * Returns the places for dates below the slider: the first tick of a day, at most `most` of them,
 * evenly spread.
 */
export function dayMarks(ticks: Moment[], most: number): DayMark[] {
  const firsts: DayMark[] = [];
  let last = '';
  for (const { position, at } of ticks) {
    const moment = new Date(at);
    const name = moment.toDateString();
    if (name !== last) firsts.push({ position, at: moment });
    last = name;
  }
  const head = ticks.at(-1)?.position ?? 1;
  const apart: DayMark[] = [];
  for (const mark of firsts) {
    const before = apart.at(-1);
    if (!before || percentOf(mark.position, head) - percentOf(before.position, head) >= 100 / most) apart.push(mark);
  }
  return apart.slice(0, most);
}

/** The step sizes of the player: the number of board changes in one step. */
export const speeds = [1, 10, 100] as const;
export type Speed = (typeof speeds)[number];

/** Returns the time between two moments in words. */
export function apart(from: Date, to: Date): string {
  const minutes = Math.round(Math.abs(to.getTime() - from.getTime()) / 60_000);
  if (minutes < 60) return `${minutes} min`;
  if (minutes < 2880) return `${Math.round(minutes / 60)} h`;
  return `${Math.round((minutes * 60_000) / day)} days`;
}
