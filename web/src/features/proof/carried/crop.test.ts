import { describe, expect, test } from 'vitest';
import type { Mark } from '../engine';
import { mark } from '../testing/fixtures';
import { partOf } from './crop';

const page = { width: 800, height: 600 };
const holds = (m: Mark, x: number, y: number) => {
  const part = partOf(m, page);
  return part.x <= x && part.y <= y && part.x + part.width >= x && part.y + part.height >= y;
};

describe('the crop of a carried comment (BY-028)', () => {
  test('contains the whole mark and some of its surroundings', () => {
    const rect = mark('rect', [
      { x: 0.25, y: 0.25 },
      { x: 0.5, y: 0.5 },
    ]);
    expect(holds(rect, 200, 150) && holds(rect, 400, 300)).toBe(true);
    expect(partOf(rect, page).width).toBeGreaterThan(250);
    const circle = mark('circle', [{ x: 0.5, y: 0.5 }], 0.2);
    expect(holds(circle, 400 - 160, 300) && holds(circle, 400, 300 + 160)).toBe(true);
  });

  test('of a dot shows enough to recognise its place, and never leaves the page', () => {
    for (const at of [
      { x: 0, y: 0 },
      { x: 1, y: 1 },
      { x: 0.5, y: 0 },
    ]) {
      const { x, y, width, height } = partOf(mark('circle', [at], 0.001), page);
      expect(width).toBeGreaterThan(150);
      expect([x >= 0, y >= 0, x + width <= page.width, y + height <= page.height]).toEqual([true, true, true, true]);
    }
  });

  test('of a mark as large as the page is the whole page', () => {
    const all = mark('rect', [
      { x: 0, y: 0 },
      { x: 1, y: 1 },
    ]);
    expect(partOf(all, page)).toEqual({ x: 0, y: 0, width: 800, height: 600 });
  });
});
