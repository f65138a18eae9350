import { describe, expect, test } from 'vitest';
import type { Board } from '@/api/board/boardData';
import type { Card } from '@/api/generated';
import type { Moment } from '@/api/desk';
import { compareBoards, isWhole, tally } from './machine/compare';
import { readFilters, toQuery } from './filters';
import { apart, dayMarks, percentOf, timeAt, within } from './machine/moments';

function card(n: number, over: Partial<Card> = {}): Card {
  return {
    id: `id-${n}`,
    orderId: `PB-${n}`,
    orderName: `Order ${n}`,
    status: 'in-progress',
    company: { name: 'Acme' },
    serviceName: 'Labels',
    packageName: 'Pro',
    frozen: false,
    ...over,
  } as Card;
}

function board(...cards: Card[]): Board {
  return {
    columns: [],
    cards: Object.fromEntries(cards.map((one) => [one.id, one])),
    roles: {},
    ways: {},
    position: 1,
  };
}

describe('comparing two boards (BY-019)', () => {
  test('a board has no differences from itself', () => {
    expect(compareBoards(board(card(1), card(2)), board(card(1), card(2)))).toEqual([]);
  });

  test('cards that appeared, left, moved and changed are listed in this order, each sorted by number', () => {
    const before = board(card(1), card(2), card(3), card(10));
    const after = board(
      card(2, { status: 'in-review' }),
      card(3, { orderName: 'New name' }),
      card(10),
      card(12),
      card(4),
    );
    expect(compareBoards(before, after).map(({ mark, card }) => `${mark} ${card.orderId}`)).toEqual([
      'appeared PB-4',
      'appeared PB-12',
      'left PB-1',
      'moved PB-2',
      'changed PB-3',
    ]);
  });

  test('a difference names both places and the changed fields', () => {
    const [moved, changed] = compareBoards(
      board(card(1), card(2)),
      board(
        card(1, { status: 'on-hold', holdReason: 'Waiting' }),
        card(2, { operator: { id: 'x', label: 'Ada', image: '' }, frozen: true }),
      ),
    );
    expect(moved).toMatchObject({
      mark: 'moved',
      from: 'In Progress',
      to: 'On Hold',
      fields: [{ field: 'Hold reason', from: '', to: 'Waiting' }],
    });
    expect(changed?.fields).toEqual([
      { field: 'Operator', from: '', to: 'Ada' },
      { field: 'Frozen', from: '', to: 'yes' },
    ]);
  });

  test('swapping the moments turns cards that appeared into cards that left', () => {
    const [a, b] = [board(card(1)), board(card(2))];
    expect(tally(compareBoards(a, b))).toEqual([
      ['appeared', 1],
      ['left', 1],
    ]);
    expect(compareBoards(b, a).map(({ mark, card }) => `${mark} ${card.orderId}`)).toEqual([
      'appeared PB-1',
      'left PB-2',
    ]);
  });

  test('a board that counts more cards than it contains is incomplete', () => {
    const column = { typeStatus: 'in-review', title: 'In Review', taskIds: ['id-1'], total: 2 } as Board['columns'][0];
    expect(isWhole({ ...board(card(1)), columns: [column] })).toBe(false);
    expect(isWhole({ ...board(card(1)), columns: [{ ...column, total: 1 }] })).toBe(true);
  });
});

describe('the slider over the log (BY-019)', () => {
  const ticks: Moment[] = [
    { position: 1, at: '2026-01-01T00:00:00Z' },
    { position: 11, at: '2026-01-01T10:00:00Z' },
    { position: 21, at: '2026-01-05T00:00:00Z' },
  ];

  test('a position has the time of its tick, or an interpolated time between two ticks', () => {
    expect(timeAt(ticks, 1)?.toISOString()).toBe('2026-01-01T00:00:00.000Z');
    expect(timeAt(ticks, 21)?.toISOString()).toBe('2026-01-05T00:00:00.000Z');
    expect(timeAt(ticks, 6)?.toISOString()).toBe('2026-01-01T05:00:00.000Z');
    expect(timeAt([], 6)).toBeUndefined();
  });

  test('positions stay within the log, and their places on the slider between 0 and 100 percent', () => {
    expect([within(-5, 21), within(7.4, 21), within(99, 21), within(3, 0)]).toEqual([1, 7, 21, 1]);
    expect([percentOf(1, 21), percentOf(11, 21), percentOf(21, 21), percentOf(1, 1)]).toEqual([0, 50, 100, 100]);
  });

  test('each day is marked once, with enough space between the marks', () => {
    const many = Array.from({ length: 200 }, (_, i) => ({
      position: i + 1,
      at: new Date(Date.UTC(2026, 0, 1 + Math.floor(i / 2), 12)).toISOString(),
    }));
    const marks = dayMarks(many, 8);
    expect(marks.length).toBeGreaterThan(4);
    expect(marks.length).toBeLessThanOrEqual(8);
    expect(new Set(marks.map(({ at }) => at.toDateString())).size).toBe(marks.length);
    const places = marks.map(({ position }) => percentOf(position, 200));
    for (let i = 1; i < places.length; i += 1)
      expect((places[i] ?? 0) - (places[i - 1] ?? 0)).toBeGreaterThanOrEqual(12.5);
  });

  test('the time between two moments is given in minutes, hours or days', () => {
    const from = new Date('2026-01-01T00:00:00Z');
    const after = (minutes: number) => apart(from, new Date(from.getTime() + minutes * 60_000));
    expect([after(5), after(120), after(60 * 24 * 9)]).toEqual(['5 min', '2 h', '9 days']);
  });
});

test('filters in the address become a query, and invalid values are left out (BY-018)', () => {
  const filters = readFilters(
    new URLSearchParams('person=p&kind=invented&via=board&from=2026-03-04T05:06&to=nonsense'),
  );
  expect(toQuery(filters)).toEqual({
    person: 'p',
    kind: undefined,
    via: 'board',
    from: new Date(2026, 2, 4, 5, 6).toISOString(),
    to: undefined,
  });
  const to = toQuery(readFilters(new URLSearchParams('to=2026-03-04T05:06'))).to ?? '';
  expect(new Date(to).getTime()).toBe(new Date(2026, 2, 4, 5, 6, 59, 999).getTime());
});
