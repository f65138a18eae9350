import { expect, test } from 'vitest';
import { ana, comment, says, tom, topic, uuid } from '../../testing/fixtures';
import { commentsCsv, entriesOf } from './comments';

const pin = (n: number, number: number, page: number) => ({ id: uuid(n), number, page, at: { x: 0, y: 0 } });

test('comments are listed by number with page, state, author, time and replies, starting with those on the whole file (BY-031)', () => {
  const topics = [
    topic(1, { sender: tom, message: says('Too "blue", please mend'), comments: [comment(11, { sender: ana })] }),
    topic(2, { sender: ana, isResolve: true }),
    topic(3, { sender: ana }),
  ];
  const entries = entriesOf(topics, [pin(1, 2, 4), pin(2, 1, 3)], () => undefined);
  expect(entries.map(({ number, page, resolved }) => [number, page, resolved])).toEqual([
    [null, null, false],
    [1, 3, true],
    [2, 4, false],
  ]);
  const lines = commentsCsv(entries).split('\r\n');
  expect(lines[0]).toBe('\uFEFFNumber,Page,Status,Author,Date,Comment,Reply to');
  expect(lines).toHaveLength(6);
  expect(lines[3]).toMatch(/^2,4,open,Tom Becker,.*,"Too ""blue"", please mend",$/);
  expect(lines[4]).toMatch(/^2,4,,Ana Ruiz,.*,2$/);
});

test('a spreadsheet never treats a comment as a formula', () => {
  const entry = (text: string) => ({ author: 'a', at: '', text, number: 1, page: 1, resolved: false, replies: [] });
  const csv = commentsCsv(['=1+1', '+1', '-1', '@x', '\tx', '＝1', '＋1', '－1', '＠x'].map(entry));
  expect(
    csv
      .split('\r\n')
      .slice(1, -1)
      .map((line) => line.split(',')[5]),
  ).toEqual(["'=1+1", "'+1", "'-1", "'@x", "'\tx", "'＝1", "'＋1", "'－1", "'＠x"]);
});
