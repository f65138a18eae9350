import { describe, expect, test } from 'vitest';
import { proofName, shownWidth, toPoints, visibleBox } from './place';

/** A crop box that starts at 10, 20 and is 200 x 100 points. */
const frame = (turn: number) => ({ x: 10, y: 20, width: 200, height: 100, turn });

describe('a place on a PDF page', () => {
  test.each([
    [0, { x: 10, y: 120 }],
    [90, { x: 10, y: 20 }],
    [180, { x: 210, y: 20 }],
    [270, { x: 210, y: 120 }],
    [-90, { x: 210, y: 120 }],
  ])('turned by %s, the top left as shown is found inside the crop box', (turn, corner) => {
    expect(toPoints({ x: 0, y: 0 }, frame(turn))).toEqual(corner);
  });

  test.each([0, 90, 180, 270])('turned by %s, going right and down as shown stays inside', (turn) => {
    expect(toPoints({ x: 0.5, y: 0.5 }, frame(turn))).toEqual({ x: 110, y: 70 });
    const far = toPoints({ x: 1, y: 1 }, frame(turn));
    const near = toPoints({ x: 0, y: 0 }, frame(turn));
    expect([Math.abs(far.x - near.x), Math.abs(far.y - near.y)]).toEqual([200, 100]);
  });

  test('a page on its side is as wide as it is high', () => {
    expect([shownWidth(frame(0)), shownWidth(frame(90))]).toEqual([200, 100]);
  });
});

test('what is shown of a page is the part of its crop box that lies on its media box', () => {
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
