import { describe, expect, test } from 'vitest';
import { anchor } from './geometry';
import {
  type Turn,
  turnedMark,
  turnedPoint,
  turnedSize,
  turnLeft,
  turnRight,
  unturnedPoint,
  unturnedStep,
} from './turn';
import { mark } from '../testing/fixtures';

const turns: Turn[] = [0, 1, 2, 3];
const page = { width: 800, height: 400 };

describe('a rotated page', () => {
  test('four quarter turns to either side are a full turn', () => {
    expect(turns.map(turnRight)).toEqual([1, 2, 3, 0]);
    expect(turns.map((t) => turnLeft(turnRight(t)))).toEqual(turns);
  });

  test('its top left corner moves to the right, then to the bottom, then to the left', () => {
    expect(turns.map((t) => turnedPoint({ x: 0, y: 0 }, t))).toEqual([
      { x: 0, y: 0 },
      { x: 1, y: 0 },
      { x: 1, y: 1 },
      { x: 0, y: 1 },
    ]);
    expect(turns.map((t) => turnedSize(page, t).width)).toEqual([800, 400, 800, 400]);
  });

  test.each(turns)('turned %s times, a press hits the point that shows there', (turn) => {
    const at = { x: 0.2, y: 0.7 };
    const back = unturnedPoint(turnedPoint(at, turn), turn);
    expect([back.x, back.y]).toEqual([expect.closeTo(0.2), expect.closeTo(0.7)]);
  });

  test.each(turns)('turned %s times, an arrow key moves in the direction of its arrow', (turn) => {
    const from = { x: 0.5, y: 0.5 };
    const [dx, dy] = unturnedStep(40, 0, turn);
    const to = { x: from.x + dx / page.width, y: from.y + dy / page.height };
    const [a, b] = [turnedPoint(from, turn), turnedPoint(to, turn)];
    const shown = turnedSize(page, turn);
    expect([(b.x - a.x) * shown.width, (b.y - a.y) * shown.height]).toEqual([expect.closeTo(40), expect.closeTo(0)]);
  });

  test('a circle keeps its size and a rectangle its corners', () => {
    const circle = turnedMark(mark('circle', [{ x: 0.25, y: 0.5 }], 0.1), 1, page);
    expect(circle.radius * turnedSize(page, 1).width).toBeCloseTo(0.1 * page.width);
    const points = [
      { x: 0.1, y: 0.2 },
      { x: 0.4, y: 0.6 },
    ];
    const rect = turnedMark(mark('rect', points), 1, page);
    expect(rect.points).toEqual([
      { x: expect.closeTo(0.4), y: expect.closeTo(0.1) },
      { x: expect.closeTo(0.8), y: expect.closeTo(0.4) },
    ]);
    expect(anchor(rect, turnedSize(page, 1))).toEqual(rect.points[0]);
    expect(turnedMark(rect, 0, page)).toBe(rect);
  });
});
