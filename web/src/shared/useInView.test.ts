import { expect, test } from 'vitest';
import { itemsBetween } from './useInView';

/** Ten items of 100 px with gaps of 10 px. */
const tops = Array.from({ length: 10 }, (_, index) => index * 110);

test.each([
  ['the start', -500, 250, { from: 0, to: 3 }],
  ['the middle, with the item that begins above it', 250, 500, { from: 2, to: 5 }],
  ['the end', 900, 5000, { from: 8, to: 10 }],
  ['a place above the list', -900, -500, { from: 0, to: 0 }],
  ['a place below the list: its last item, which may reach down to there', 5000, 6000, { from: 9, to: 10 }],
])('only the items that reach into the window are drawn: %s', (_, top, bottom, items) => {
  expect(itemsBetween(tops, top, bottom)).toEqual(items);
});

test('an empty list has no item in view', () => {
  expect(itemsBetween([], 0, 800)).toEqual({ from: 0, to: 0 });
});
