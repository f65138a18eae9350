import { describe, expect, test } from 'vitest';
import { proofName, shownWidth, toPoints, visibleBox } from './place';

/** A crop box of 200 x 100 points that starts at 10, 20. */
const frame = (turn: number) => ({ x: 10, y: 20, width: 200, height: 100, turn });

describe('a point on a PDF page', () => {
  test.each([
    [0, { x: 10, y: 120 }],
    [90, { x: 10, y: 20 }],
    [180, { x: 210, y: 20 }],
    [270, { x: 210, y: 120 }],
    [-90, { x: 210, y: 120 }],
  ])('turned by %s, the visible top left corner is inside the crop box', (turn, corner) => {
    expect(toPoints({ x: 0, y: 0 }, frame(turn))).toEqual(corner);
  });

  test.each([0, 90, 180, 270])('turned by %s, moving right and down on the screen stays inside', (turn) => {
    expect(toPoints({ x: 0.5, y: 0.5 }, frame(turn))).toEqual({ x: 110, y: 70 });
    const far = toPoints({ x: 1, y: 1 }, frame(turn));
    const near = toPoints({ x: 0, y: 0 }, frame(turn));
    expect([Math.abs(far.x - near.x), Math.abs(far.y - near.y)]).toEqual([200, 100]);
  });

  test('the width of a page turned by a quarter is its height', () => {
    expect([shownWidth(frame(0)), shownWidth(frame(90))]).toEqual([200, 100]);
  });
});

test('a page shows the part of its crop box that is inside its media box', () => {
  const media = { x: 0, y: 0, width: 600, height: 800 };
  expect(visibleBox(media, { x: -100, y: 100, width: 400, height: 2000 })).toEqual({
    x: 0,
    y: 100,
    width: 300,
    height: 700,
  });
  expect(visibleBox(media, { x: 700, y: 0, width: 10, height: 10 })).toEqual(media);
  expect(visibleBox({ x: 600, y: 800, width: -600, height: -800 }, media)).toEqual(media);
});

test('a downloaded proof is a PDF named after the file plus _proof (BD-281)', () => {
  expect(['label.png', 'my.brochure.pdf', 'no-ending', '.png'].map(proofName)).toEqual([
    'label_proof.pdf',
    'my.brochure_proof.pdf',
    'no-ending_proof.pdf',
    '.png_proof.pdf',
  ]);
});
