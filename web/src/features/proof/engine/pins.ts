import { anchor, sizeOf } from './geometry';
import type { Mark, Point, Size } from './types';

export interface Pin {
  readonly id: string;
  /**
   * Counted from 1 in the order in which the marks were made, so that a new mark changes no other
   * number.
   */
  readonly number: number;
  readonly page: number;
  readonly at: Point;
}

/**
 * Returns the pins of the saved marks by page, then from top to bottom, then from left to right.
 * `made` returns when a mark was made, as text that sorts by time.
 */
export function pins(
  marks: readonly Mark[],
  pages: readonly Size[],
  made: ReadonlyMap<string, string> = new Map(),
): Pin[] {
  const saved = marks.filter((m) => !m.isUnsaved);
  const when = (id: string) => made.get(id) ?? '';
  const byTime = saved.map(({ id }) => id).toSorted((a, b) => when(a).localeCompare(when(b)) || (a < b ? -1 : 1));
  const numbers = new Map(byTime.map((id, i) => [id, i + 1]));
  return saved
    .map((m) => ({ id: m.id, number: numbers.get(m.id) ?? 0, page: m.page, at: anchor(m, sizeOf(pages, m.page)) }))
    .toSorted((a, b) => a.page - b.page || a.at.y - b.at.y || a.at.x - b.at.x || (a.id < b.id ? -1 : 1));
}
