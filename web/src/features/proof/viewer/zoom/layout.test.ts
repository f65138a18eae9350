import { describe, expect, test } from 'vitest';
import { anchorAt, ground, layOut, near, pageAt, pagesSeen, samePlaces, scrollTo, type View } from './layout';
import { pageMargin } from './zoom';

const pages = [
  { width: 600, height: 800 },
  { width: 800, height: 400 },
  { width: 600, height: 800 },
];
const view: View = { left: 0, top: 500, width: 1000, height: 600 };

describe('the layout of pages', () => {
  test('pages are below each other with a margin of 16 px between them (BD-256, D-18)', () => {
    expect(pageMargin).toBe(16);
    const { tops, width, height } = layOut(pages, 0.5);
    expect(tops).toEqual([ground.top, ground.top + 400 + 16, ground.top + 400 + 16 + 200 + 16]);
    expect([width, height]).toEqual([400 + 32, ground.top + 400 + 200 + 400 + 32 + ground.bottom]);
  });

  test('a height belongs to the page that contains it, or to the next one below', () => {
    const layout = layOut(pages, 1);
    expect([-50, 0, 823, 824, 825, 840, 1239, 1241, 9999].map((y) => pageAt(layout, y))).toEqual([
      1, 1, 1, 1, 2, 2, 2, 3, 3,
    ]);
    expect(pageAt(layOut([], 1), 10)).toBe(1);
  });

  test('the pages in view are the fully visible ones, or else the one with the largest visible part', () => {
    const layout = layOut(pages, 0.5);
    const seen = (top: number, height: number) => pagesSeen(layout, { ...view, top, height });
    expect(seen(0, 2000)).toEqual([1, 3]);
    expect(seen(0, 700)).toEqual([1, 2]);
    expect(seen(0, 620)).toEqual([1, 1]);
    expect(seen(100, 640)).toEqual([2, 2]);
    expect(seen(360, 1000)).toEqual([2, 3]);
    expect(seen(0, 200)).toEqual([1, 1]);
    expect(seen(300, 200)).toEqual([1, 1]);
    expect(seen(400, 150)).toEqual([2, 2]);
    expect(pagesSeen(layOut([], 1), view)).toEqual([1, 1]);
  });

  test('of 1,000 pages only those within one view of the visible ones are near', () => {
    const many = layOut(
      Array.from({ length: 1000 }, () => ({ width: 600, height: 800 })),
      1,
    );
    const [first, last] = near(many, { ...view, top: 400_000 });
    expect(last - first).toBeLessThan(5);
    expect(many.tops[first - 1]).toBeLessThan(400_000 - 400);
    expect(near(layOut([], 1), view)).toEqual([1, 0]);
  });

  test.each([0.25, 1, 3])('the point under the pointer stays in place when the scale becomes %s (BD-245)', (scale) => {
    const at = { x: 420, y: 380 };
    const before = layOut(pages, 0.75);
    const anchor = anchorAt(before, view, at);
    if (!anchor) throw new Error('nothing there');
    const after = layOut(pages, scale);
    const { left, top } = scrollTo(after, view, anchor);
    const again = anchorAt(after, { ...view, left, top }, at);
    expect(again?.page).toBe(anchor.page);
    expect(again?.share.x).toBeCloseTo(anchor.share.x, 6);
    expect(again?.share.y).toBeCloseTo(anchor.share.y, 6);
  });

  test('pages whose guessed size was right stay in place', () => {
    const known = pages.map((page) => ({ ...page }));
    expect(samePlaces(layOut(pages, 1), layOut(known, 1))).toBe(true);
    expect(samePlaces(layOut(pages, 1), layOut(pages, 1.25))).toBe(false);
    expect(samePlaces(layOut(pages, 1), layOut(pages.slice(1), 1))).toBe(false);
  });

  test('the view keeps its place when pages above it get another size', () => {
    const guessed = layOut(
      pages.map(() => pages[0] ?? { width: 1, height: 1 }),
      1,
    );
    const anchor = anchorAt(guessed, { ...view, top: 1700 }, { x: 500, y: 0 });
    if (!anchor) throw new Error('nothing there');
    const known = layOut(pages, 1);
    expect(scrollTo(known, view, anchor).top).toBe(1700 - 400);
  });
});
