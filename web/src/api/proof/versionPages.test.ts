import { expect, test } from 'vitest';
import type { Topic, VersionAnswer } from '../generated/proof';
import { allPages } from './versionPages';

const comment = (id: string) => ({ id }) as Topic['comments'][number];
const topic = (id: string, ...comments: string[]) => ({ id, comments: comments.map(comment) }) as Topic;
const page = (shown: Topic[], hidden: Topic[], next?: string): { data: VersionAnswer } => ({
  data: { success: true, data: { public: shown, internal: hidden, next } },
});

test('the pages of a version are read in sequence and joined, including threads that are split over pages', async () => {
  const pages: Record<string, { data: VersionAnswer }> = {
    first: page([topic('a', '1'), topic('b', '2')], [topic('x')], 'p2'),
    p2: page([topic('b', '3')], [], 'p3'),
    p3: page([topic('b', '4', '5'), topic('c')], [topic('y', '6')]),
  };
  const asked: string[] = [];
  const all = await allPages((after = 'first') => {
    asked.push(after);
    return pages[after] ?? { error: 'no such page' };
  });
  expect(asked).toEqual(['first', 'p2', 'p3']);
  expect(all.data).toEqual(
    page([topic('a', '1'), topic('b', '2', '3', '4', '5'), topic('c')], [topic('x'), topic('y', '6')]).data,
  );
});

test('a failed page fails the whole answer', async () => {
  const all = await allPages((after) => (after ? { error: 'gone' } : page([topic('a')], [], 'p2')));
  expect(all).toEqual({ error: 'gone' });
});
