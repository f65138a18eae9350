import { expect, test } from 'vitest';
import { chunk, png } from '../../../../../e2e/bench/artwork';
import { differing, type Pixels, same } from './compareInk';
import { pageList } from './noteDrawn';
import { isPlainPng } from '../draw/picture';

/** Returns a white sheet that is black where `black` returns true. */
function sheet(black: (x: number, y: number) => boolean): Pixels {
  const [width, height] = [200, 100];
  const data = new Uint8ClampedArray(width * height * 4).fill(255);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) if (black(x, y)) data.fill(0, (y * width + x) * 4, (y * width + x) * 4 + 3);
  }
  return { width, height, data };
}

test('a stroke that is missing or in the wrong place is found, a smoothed edge is ignored (BY-047)', () => {
  const line = (left: number) => sheet((x) => x >= left && x < left + 5);
  const none = sheet(() => false);
  expect(same(line(40), line(40))).toBe(true);
  expect(same(line(40), none)).toBe(false);
  expect(same(line(40), line(60))).toBe(false);
  const soft = line(40);
  for (let y = 0; y < 100; y += 1) soft.data.fill(40, (y * 200 + 40) * 4, (y * 200 + 40) * 4 + 3);
  expect(same(line(40), soft)).toBe(true);
  expect(differing(line(40), none, [{ at: { x: 42, y: 50 }, radius: 200 }])).toBe(0);
});

test('page numbers are listed in prose', () => {
  expect([[4], [1, 2], [9, 3, 4, 5, 1], [2, 3, 4]].map(pageList)).toEqual(['4', '1, 2', '1, 3 to 5 and 9', '2 to 4']);
});

test('a PNG that is rotated or animated is not copied as it is', () => {
  const plain = png(2, 2, () => 0);
  const turned = Buffer.concat([plain.subarray(0, 33), chunk('eXIf', Buffer.alloc(8)), plain.subarray(33)]);
  const moving = Buffer.concat([plain.subarray(0, 33), chunk('acTL', Buffer.alloc(8)), plain.subarray(33)]);
  expect([plain, turned, moving, plain.subarray(0, 40)].map(isPlainPng)).toEqual([true, false, false, false]);
});
