import { expect, test } from 'vitest';
import { FakeServer } from '../../../tests/fake/server';
import { addWindow, type Board, moveCard, placeCard, removeCard, toBoard } from './boardData';
import type { Card, OrdersAnswer } from '../generated';

function board(): Board {
  const answer = new FakeServer('owner').handle({
    method: 'GET',
    path: '/api/order',
    query: new URLSearchParams('view=board'),
    headers: new Headers(),
    body: '',
  });
  return structuredClone(toBoard((answer.json as OrdersAnswer).data));
}

const column = (b: Board, name: string) => b.columns.find(({ typeStatus }) => typeStatus === name);
const zone = (b: Board, name: string) => column(b, 'new-order')?.zones?.find((z) => z.zone === name);

function first(b: Board, status: string): Card {
  const card = Object.values(b.cards).find((c) => c.status === status);
  if (!card) throw new Error(status);
  return card;
}

test('a move shows in its target place, and totals follow (BY-034)', () => {
  const b = board();
  const card = first(b, 'in-progress');
  const [from = 0, to = 0] = [column(b, 'in-progress')?.total, column(b, 'in-review')?.total];
  moveCard(b, card.id, 'in-review', 1);
  expect(column(b, 'in-review')?.taskIds[1]).toBe(card.id);
  expect(column(b, 'in-progress')?.taskIds).not.toContain(card.id);
  expect([column(b, 'in-progress')?.total, column(b, 'in-review')?.total]).toEqual([from - 1, to + 1]);
});

test('a drop into active sets ready-to-go and counts in zone and column (D-04)', () => {
  const b = board();
  const card = first(b, 'draft');
  const total = column(b, 'new-order')?.total;
  moveCard(b, card.id, 'active', 0);
  expect(b.cards[card.id]).toMatchObject({ status: 'ready-to-go', orderStateStatus: 'READY_TO_GO' });
  expect(zone(b, 'active')?.taskIds[0]).toBe(card.id);
  expect(column(b, 'new-order')?.taskIds).toContain(card.id);
  expect(column(b, 'new-order')?.total).toBe(total);
});

test('placing the previous card reverts a move exactly', () => {
  const b = board();
  const before = structuredClone(b);
  const card = first(b, 'in-progress');
  moveCard(b, card.id, 'in-review', 0);
  placeCard(b, card);
  expect(b).toEqual(before);
});

test('a state older than the one on the screen changes nothing (D-35)', () => {
  const b = board();
  const card = first(b, 'in-progress');
  placeCard(b, { ...card, status: 'approved', position: card.position - 1 });
  expect(b.cards[card.id]?.status).toBe('in-progress');
});

test('a changed card keeps the counts that the change lacks and loses a reason that was removed', () => {
  const b = board();
  const held = first(b, 'on-hold');
  placeCard(b, {
    ...held,
    status: 'in-progress',
    position: 999,
    attachments: undefined,
    openTopics: undefined,
    holdReason: undefined,
  });
  const shown = b.cards[held.id];
  expect([shown?.attachments, shown?.openTopics, shown?.holdReason]).toEqual([
    held.attachments,
    held.openTopics,
    undefined,
  ]);
});

test('priorities of a zone follow its order on the screen; a queue counts for each customer (BD-073, D-10)', () => {
  const b = board();
  const ids = column(b, 'in-review')?.taskIds ?? [];
  removeCard(b, ids[0] ?? '');
  expect(column(b, 'in-review')?.taskIds.map((id) => b.cards[id]?.positionOrder)).toEqual(
    ids.slice(1).map((_, i) => i),
  );
  const queue = zone(b, 'queue')?.taskIds ?? [];
  moveCard(b, queue[0] ?? '', 'active', 0);
  const places = (zone(b, 'queue')?.taskIds ?? []).map(
    (id) => `${b.cards[id]?.company.name} ${b.cards[id]?.positionOrder}`,
  );
  expect(new Set(places).size).toBe(places.length);
  expect(places.every((place) => place.endsWith(' 0') || places.includes(place.replace(/\d+$/, '0')))).toBe(true);
});

test('a card beyond the loaded window is counted but not shown', () => {
  const b = board();
  const review = column(b, 'in-review');
  if (!review) throw new Error('no column');
  review.cursor = '250';
  const total = review.total;
  placeCard(b, { ...first(b, 'in-progress'), status: 'in-review', rank: 'zzzz', position: 999 });
  expect(review.total).toBe(total + 1);
  expect(review.taskIds).toHaveLength(total);
});

test('an archived card disappears from the board (D-02)', () => {
  const b = board();
  const card = first(b, 'approved');
  placeCard(b, { ...card, archived: true, position: 999 });
  expect(b.cards[card.id]).toBeUndefined();
});

test('another window adds new cards, each once', () => {
  const b = board();
  const window = structuredClone(b);
  const extra = { ...first(b, 'in-review'), id: 'new' };
  window.cards = { ...window.cards, new: extra };
  column(window, 'in-review')?.taskIds.push('new');
  addWindow(b, window);
  const ids = column(b, 'in-review')?.taskIds ?? [];
  expect(ids.at(-1)).toBe('new');
  expect(new Set(ids).size).toBe(ids.length);
});
