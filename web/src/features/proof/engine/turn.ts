import { ordered } from './geometry';
import type { Mark, Point, Size } from './types';

/**
 * The number of quarter turns to the right in which a page is shown. Marks are stored for the
 * unturned page.
 */
export type Turn = 0 | 1 | 2 | 3;

export const turnRight = (turn: Turn): Turn => ((turn + 1) % 4) as Turn;
export const turnLeft = (turn: Turn): Turn => ((turn + 3) % 4) as Turn;
const back = (turn: Turn): Turn => ((4 - turn) % 4) as Turn;

export const turnedSize = <S extends Size>(size: S, turn: Turn): S =>
  turn % 2 === 0 ? size : { ...size, width: size.height, height: size.width };

/** Returns where a point of the page shows on the turned page. */
export function turnedPoint({ x, y }: Point, turn: Turn): Point {
  switch (turn) {
    case 1:
      return { x: 1 - y, y: x };
    case 2:
      return { x: 1 - x, y: 1 - y };
    case 3:
      return { x: y, y: 1 - x };
    default:
      return { x, y };
  }
}

/** Returns the point of the page that shows here on the turned page. */
export const unturnedPoint = (point: Point, turn: Turn): Point => turnedPoint(point, back(turn));

/** Converts a step on the turned page to a step on the page, in page pixels. */
export function unturnedStep(dx: number, dy: number, turn: Turn): [number, number] {
  const steps: Record<Turn, [number, number]> = { 0: [dx, dy], 1: [dy, -dx], 2: [-dx, -dy], 3: [-dy, dx] };
  return steps[turn];
}

/** Returns a mark as it shows on the turned page. `size` is that of the unturned page. */
export function turnedMark(mark: Mark, turn: Turn, size: Size): Mark {
  if (turn === 0) return mark;
  const points = mark.points.map((p) => turnedPoint(p, turn));
  const [a, b] = points;
  const radius = turn % 2 === 0 ? mark.radius : (mark.radius * size.width) / size.height;
  return { ...mark, radius, points: mark.kind === 'rect' && a && b ? ordered(a, b) : points };
}
