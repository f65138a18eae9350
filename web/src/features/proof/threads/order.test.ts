import { expect, test } from 'vitest';
import { topic, uuid } from '../testing/fixtures';
import { byPin } from './order';

test('threads follow the numbers of their pins; comments on the whole file come first', () => {
  const topics = [topic(3), topic(1), topic(9, { dateCreated: '2026-11-18T12:00:00Z' }), topic(2), topic(8)];
  const numbers = new Map([
    [uuid(1), 2],
    [uuid(2), 1],
    [uuid(3), 3],
  ]);
  expect(byPin(topics, numbers).map((t) => t.id)).toEqual([8, 9, 2, 1, 3].map(uuid));
});
