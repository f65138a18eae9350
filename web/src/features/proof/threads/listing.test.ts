import { describe, expect, test } from 'vitest';
import { ana, comment, says, tom, topic, uuid } from '../testing/fixtures';
import { filtered, filters, sorted } from './listing';

const mentioning = (id: string) =>
  JSON.stringify({
    type: 'doc',
    content: [{ type: 'paragraph', content: [{ type: 'mention', attrs: { id, label: 'x' } }] }],
  });

describe('the list of threads', () => {
  test("shows all, open, resolved, the user's own, and those that mention the user", () => {
    const topics = [
      topic(1, { sender: ana }),
      topic(2, { sender: tom, isResolve: true }),
      topic(3, { sender: tom, comments: [comment(31, { sender: ana })] }),
      topic(4, { sender: tom, message: mentioning(ana.id) }),
      topic(5, { sender: tom, comments: [comment(51, { sender: tom, message: mentioning(ana.id) })] }),
      topic(6, { sender: tom, message: says(ana.id) }),
    ];
    const shown = filters.map((filter) => filtered(topics, filter, ana.id).map(({ id }) => id));
    expect(shown).toEqual([[1, 2, 3, 4, 5, 6], [1, 3, 4, 5, 6], [2], [1, 3], [4, 5]].map((ids) => ids.map(uuid)));
  });

  test('is sorted by the page of each mark, then by time; comments on the whole file come first', () => {
    const at = (page: number, time: string) => ({
      annotation: JSON.stringify({ className: 'rect', page, attrs: {} }),
      dateCreated: `2026-11-18T${time}:00Z`,
    });
    const topics = [
      topic(3, at(12, '09:00')),
      topic(1, at(2, '11:30')),
      topic(9, { dateCreated: '2026-11-18T12:00:00Z' }),
      topic(2, at(2, '11:00')),
      topic(8),
    ];
    expect(sorted(topics, 'page').map((t) => t.id)).toEqual([8, 9, 2, 1, 3].map(uuid));
  });

  test('by time: the oldest first, or the most recently written first', () => {
    const at = (day: number) => `2026-11-${day}T10:00:00Z`;
    const topics = [
      topic(1, { dateCreated: at(12) }),
      topic(2, { dateCreated: at(10), comments: [comment(21, { dateCreated: at(20) })] }),
      topic(3, { dateCreated: at(15) }),
    ];
    expect(sorted(topics, 'oldest').map((t) => t.id)).toEqual([2, 1, 3].map(uuid));
    expect(sorted(topics, 'newest').map((t) => t.id)).toEqual([2, 3, 1].map(uuid));
  });
});
