import { anchor, sizeOf } from './geometry';
import type { Mark, Point, Size } from './types';

export interface Pin {
  readonly id: string;
  /** From 1, in the order in which the pages are read. */
  readonly number: number;
  readonly page: number;
  readonly at: Point;
}

/** Numbers the saved marks by page, then from top to bottom, then from left to right. */
export function pins(marks: readonly Mark[], pages: readonly Size[]): Pin[] {
  return marks
    .filter((m) => !m.isUnsaved)
    .map((m) => ({ id: m.id, page: m.page, at: anchor(m, sizeOf(pages, m.page)) }))
    .toSorted((a, b) => a.page - b.page || a.at.y - b.at.y || a.at.x - b.at.x || (a.id < b.id ? -1 : 1))
    .map((pin, i) => ({ ...pin, number: i + 1 }));
}
