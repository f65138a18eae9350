import { describe, expect, test } from 'vitest';
import { forgetMs, heard, peopleOf, remembered, type Viewer } from './presence';

const says = (viewer: string, name: string, more: object = {}) => ({
  versionId: 'v',
  viewer,
  person: { id: `id of ${name}`, name, avatar: '' },
  ...more,
});
const after = (...messages: object[]) =>
  messages.reduce<readonly Viewer[]>((viewers, message, i) => heard(viewers, message, 'v', i), []);

describe('the viewers of a version (BY-029)', () => {
  test('are the people who reported, each once, without the user', () => {
    const viewers = after(says('1', 'Tom'), says('2', 'Ana'), says('3', 'Tom'), says('4', 'Me'));
    expect(viewers).toHaveLength(4);
    expect(peopleOf(viewers, 'id of Me').map(({ name }) => name)).toEqual(['Ana', 'Tom']);
  });

  test('exclude those who left or have not reported for a while', () => {
    expect(after(says('1', 'Tom'), says('2', 'Ana'), says('1', 'Tom', { left: true })).map((v) => v.viewer)).toEqual([
      '2',
    ]);
    const viewers = after(says('1', 'Tom'), says('2', 'Ana'));
    expect(remembered(viewers, forgetMs - 1)).toBe(viewers);
    expect(remembered(viewers, forgetMs).map((v) => v.viewer)).toEqual(['2']);
  });

  test('have a cursor where they report a valid one, and none otherwise', () => {
    const cursors = [{ page: 2, x: 0.5, y: 1 }, { page: 1, x: 2, y: 0 }, 'here', undefined].map(
      (cursor) => after(says('1', 'Tom', { cursor }))[0]?.cursor,
    );
    expect(cursors).toEqual([{ page: 2, x: 0.5, y: 1 }, null, null, null]);
  });

  test('messages of other versions and invalid messages change nothing', () => {
    const viewers = after(says('1', 'Tom'));
    for (const odd of [null, 7, {}, says('2', 'Ana', { versionId: 'w' }), says('2', 'Ana', { person: {} })])
      expect(heard(viewers, odd, 'v', 9)).toBe(viewers);
  });
});
