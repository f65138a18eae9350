import { expect, test } from 'vitest';
import type { CartItem } from '@/api/generated/billing';
import { add, countOf, itemsOf, maxLines, removeLine, takeOne } from './cart';

const once = (id: string, qty = 1): CartItem => ({ id, qty, type: 'once' });
const each = (id: string, qty = 1): CartItem => ({ id, qty, type: 'subscription' });

test('an item that is added has an id, a quantity of 1 and a type, and is raised by 1 when it is there (SH-219, SH-222)', () => {
  const one = add([], { id: 'a', type: 'once' });
  expect(one).toEqual([{ id: 'a', qty: 1, type: 'once' }]); // SH-219
  expect(add(one, { id: 'a', type: 'once' })).toEqual([once('a', 2)]); // SH-222
  expect(add(one, { id: 'a', type: 'subscription' })).toEqual([once('a'), each('a')]);
  expect(countOf([once('a', 2), each('a', 3)])).toBe(5);
});

test('a line has at most 100 packs, and a cart at most 50 lines', () => {
  const full = [once('a', 100)];
  expect(add(full, { id: 'a', type: 'once' })).toBe(full);
  const lines = Array.from({ length: maxLines }, (_, n) => once(String(n)));
  expect(add(lines, { id: 'new', type: 'once' })).toBe(lines);
  expect(add(lines, { id: '0', type: 'once' })[0]).toEqual(once('0', 2));
});

test('taking one out lowers the quantity by 1, and deletes the line at 1 (SH-223)', () => {
  const two = [once('a', 2), each('a')];
  expect(takeOne(two, { id: 'a', type: 'once' })).toEqual([once('a'), each('a')]); // SH-223
  expect(takeOne(two, { id: 'a', type: 'subscription' })).toEqual([once('a', 2)]); // SH-223
  expect(takeOne(two, { id: 'b', type: 'once' })).toEqual(two);
});

test('removing a line deletes it, whatever its quantity (SH-224)', () => {
  expect(removeLine([once('a', 7), once('b')], { id: 'a', type: 'once' })).toEqual([once('b')]); // SH-224
});

test.each<[string, unknown, CartItem[]]>([
  ['no cart', null, []],
  ['something else', { id: 'a' }, []],
  ['a type of another time', [{ id: 'a', qty: 1, type: 'hours' }], []],
  ['quantities that no cart has', [once('a', 0), once('b', 101), once('c', 1.5), once('d')], [once('d')]],
  ['a line twice', [once('a', 2), once('a', 3)], [once('a', 2)]],
  ['more than an item has', [{ ...once('a'), price: 1 }], [once('a')]],
])('%s that was stored is read without what is wrong', (_, stored, items) => {
  expect(itemsOf(stored)).toEqual(items);
});
