import { describe, expect, test } from 'vitest';
import {
  allowance,
  fitPage,
  fits,
  fitScale,
  initialImageScale,
  orientation,
  percent,
  pixelRatio,
  steps,
  zoomIn,
  zoomOut,
} from './zoom';

const portrait = { width: 600, height: 800 };
const landscape = { width: 800, height: 600 };
const square = { width: 500, height: 500 };

const shares = (page: typeof portrait, by: 'width' | 'height') =>
  fits(page)
    .filter((f) => f.by === by)
    .map((f) => f.share);

describe('zoom', () => {
  test('steps through 0.25 0.5 0.75 1 1.25 1.5 2 3 4 and stops at both ends (BD-243, D-18)', () => {
    const up = [0.25];
    while (zoomIn(up.at(-1) ?? 4) > (up.at(-1) ?? 4)) up.push(zoomIn(up.at(-1) ?? 4));
    expect(up).toEqual([0.25, 0.5, 0.75, 1, 1.25, 1.5, 2, 3, 4]);
    expect(steps.toReversed().map((s) => zoomOut(s))).toEqual([3, 2, 1.5, 1.25, 1, 0.75, 0.5, 0.25, 0.25]);
  });

  test('a fitted scale steps to the nearest steps', () => {
    expect([zoomIn(0.613), zoomOut(0.613)]).toEqual([0.75, 0.5]);
  });

  test('the zoom is shown as a percent (BD-244)', () => {
    expect([percent(0.75), percent(1.25), percent(0.6134)]).toEqual(['75%', '125%', '61%']);
  });

  test('an image starts at 0.75 and a point is 96/72 pixels (BD-251, BD-254)', () => {
    expect(initialImageScale).toBe(0.75);
    expect(612 * pixelRatio).toBe(816);
  });
});

describe('fitting', () => {
  test('files are landscape, portrait or square (BD-242)', () => {
    expect([orientation(landscape), orientation(portrait), orientation(square)]).toEqual([
      'landscape',
      'portrait',
      'square',
    ]);
  });

  test('portrait: heights 0.75 and 1 (BD-246), widths 1, 1.25 and 1.5 (BD-247)', () => {
    expect(shares(portrait, 'height')).toEqual([0.75, 1]);
    expect(shares(portrait, 'width')).toEqual([1, 1.25, 1.5]);
  });

  test('landscape: widths 0.5, 0.75 and 1 (BD-248), heights 1, 1.25 and 1.5 (BD-249), square likewise (D-18)', () => {
    for (const page of [landscape, square]) {
      expect(shares(page, 'width')).toEqual([0.5, 0.75, 1]);
      expect(shares(page, 'height')).toEqual([1, 1.25, 1.5]);
    }
  });

  test('a fitted page leaves 180 px of height and 30 px of width free (BD-250)', () => {
    const room = { width: 830, height: 980 };
    expect(allowance).toEqual({ vertical: 180, horizontal: 30 });
    expect(fitScale({ by: 'width', share: 1 }, landscape, room)).toBe(1);
    expect(fitScale({ by: 'height', share: 0.75 }, portrait, room)).toBe(0.75);
    expect(fitPage(portrait, room)).toBe(1);
    expect(fitPage({ width: 1600, height: 100 }, room)).toBe(0.5);
  });

  test('fitting never exceeds the largest step', () => {
    expect(fitPage({ width: 10, height: 10 }, { width: 2000, height: 2000 })).toBe(4);
  });
});
