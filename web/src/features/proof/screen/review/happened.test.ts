import { expect, test } from 'vitest';
import { comment, topic } from '../../testing/fixtures';
import { happened, type Shown } from './happened';

const [one, two] = [topic(1), topic(2)];
const shown: Shown = {
  key: 'public',
  topics: [one, two],
  numbers: new Map([[one.id, 1]]),
  past: 1,
  future: 0,
  scale: 1,
  stepped: null,
};

test.each<[string, Partial<Shown>]>([
  ['', {}],
  ['New comment by Tom Becker.', { topics: [one, two, topic(3)] }],
  ['New reply by Tom Becker to comment 1.', { topics: [{ ...one, comments: [comment(9)] }, two] }],
  ['Resolved comment 1.', { topics: [{ ...one, isResolve: true }, two] }],
  ['Resolved the comment on the whole file.', { topics: [one, { ...two, isResolve: true }] }],
  ['A comment is gone.', { topics: [two] }],
  ['3 comments have changed.', { topics: [one, two, topic(3), topic(4), topic(5)] }],
  ['Undone.', { past: 0, future: 1 }],
  ['Comment 1 by Tom Becker.', { stepped: one.id }],
  ['Zoom 125%.', { scale: 1.25 }],
])('announces %j (BY-032)', (words, change) => {
  expect(happened(shown, { ...shown, ...change })).toBe(words);
});

test('a redone step is announced, a newly drawn one is not (BY-032)', () => {
  expect(happened({ ...shown, future: 1 }, { ...shown, past: 2 })).toBe('Redone.');
  expect(happened(shown, { ...shown, past: 2 })).toBe('');
});

test('switching the tab is not announced as a change (BY-032)', () => {
  expect(happened(shown, { ...shown, key: 'internal', topics: [] })).toBe('');
});

test('reopening a thread is announced (BY-032)', () => {
  const before = { ...shown, topics: [{ ...one, isResolve: true }, two] };
  expect(happened(before, shown)).toBe('Reopened comment 1.');
});
