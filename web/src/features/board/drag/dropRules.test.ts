import { expect, test } from 'vitest';
import { FakeServer } from '../../../../tests/fake/server';
import { toBoard } from '@/api/board/boardData';
import type { Card, OrdersAnswer } from '@/api/generated';
import { parseSort, sortedBoard } from '@/shared/filters/boardSort';
import { cardHeight } from '@/shared/view/CardContent';
import { announceDrop, announceOver, placeName } from './announcements';
import { mayDrop, placeOf, targetOf } from './dropRules';
import { wayTo, whyNot } from './whyNot';
import { gap, zonesOf } from '../columns/layout';
import { placeForTarget } from './places';

const answer = new FakeServer('operator').handle({
  method: 'GET',
  path: '/api/order',
  query: new URLSearchParams('view=board'),
  headers: new Headers(),
  body: '',
});
const board = toBoard((answer.json as OrdersAnswer).data);

function card(status: string): Card {
  const found = Object.values(board.cards).find((c) => c.status === status);
  if (!found) throw new Error(status);
  return found;
}

test('a place names the drop target of its zone or column, and some places name none (D-04)', () => {
  const targets = [
    'new-order/active',
    'new-order/queue',
    'new-order/draft',
    'in-progress/',
    'in-review/',
    'on-hold/',
    'approved/approved',
    'approved/completed',
    'cancelled/',
  ];
  expect(targets.map((id) => targetOf(placeOf(id)))).toEqual([
    'active',
    'queue',
    null,
    'in-progress',
    'in-review',
    'on-hold',
    'approved',
    null,
    null,
  ]);
});

test('every target has a droppable that names it', () => {
  for (const target of ['active', 'queue', 'in-progress', 'in-review', 'on-hold', 'approved'] as const) {
    expect(targetOf(placeOf(placeForTarget(target)))).toBe(target);
  }
});

test('the card says where it may be dropped, never a table in the app (D-03)', () => {
  const any = { ...card('in-progress'), allowedDrops: ['approved' as const] };
  expect(mayDrop(any, placeOf('approved/approved'))).toBe(true);
  expect(mayDrop(any, placeOf('in-review/'))).toBe(false);
});

test('a drop that is not possible says who could make it (BY-035)', () => {
  expect(whyNot(board, card('in-review'), placeOf('approved/approved'), 'operator')).toBe(
    'Only account owners, team members and managers can move an order from In Review to Approved.',
  );
  expect(whyNot(board, card('in-progress'), placeOf('cancelled/'), 'operator')).toBe(
    "You cannot move an order from In Progress to Cancelled by dragging. Use 'Cancel Order' instead.",
  );
  expect(whyNot(board, card('ready-to-go'), placeOf('new-order/active'), 'operator')).toBe(
    'Only account owners and team members can arrange the orders in Ready To Go by hand.',
  );
  expect(whyNot(board, { ...card('in-review'), frozen: true }, placeOf('approved/approved'), 'manager')).toMatch(
    /^This order is frozen/,
  );
});

test('screen readers announce where a card is and why a drop fails (BY-032)', () => {
  const { id } = card('in-review');
  const operator = { role: 'operator', manual: true, count: 1 };
  const over = {
    draggableId: id,
    source: { droppableId: 'in-review/', index: 0 },
    destination: { droppableId: 'approved/approved', index: 0 },
  };
  expect(placeName(board, 'new-order/queue')).toBe('New Order, Queue');
  expect(announceOver(board, over as never, operator)).toMatch(/^Approved, Approved\. Only account owners/);
  const dropped = { ...over, source: { droppableId: 'in-review/', index: 0 }, reason: 'DROP' };
  expect(announceDrop(board, dropped as never, operator)).toMatch(/^Not moved\. Only/);
  const same = { ...dropped, source: over.destination };
  expect(announceOver(board, same as never, operator)).toBe('Approved, Approved, position 1.');
  expect(announceDrop(board, same as never, operator)).toMatch(/ put back in Approved, Approved\.$/);
});

test.each(['comfortable', 'compact'] as const)(
  'a column of 2,000 %s cards has a layout without overlaps',
  (density) => {
    const many = Object.fromEntries(
      Array.from({ length: 2000 }, (_, i) => [`c${i}`, { ...card(i % 3 ? 'in-review' : 'on-hold'), id: `c${i}` }]),
    );
    const column = {
      typeStatus: 'in-review' as const,
      title: 'In Review',
      taskIds: Object.keys(many),
      acceptedDrop: [],
      total: 2000,
    };
    const [zone] = zonesOf({ ...board, cards: many }, column, false, density);
    const free =
      zone?.cards.map((one, i) => (zone.tops[i + 1] ?? zone.height) - (zone.tops[i] ?? 0) - cardHeight(one, density)) ??
      [];
    expect(zone?.cards).toHaveLength(2000);
    expect(new Set(free)).toEqual(new Set([gap]));
  },
);

test('the sort setting only changes the view (BD-050, D-10)', () => {
  const sorted = sortedBoard(board, parseSort('name:asc'));
  const names = sorted.columns[1]?.taskIds.map((id) => board.cards[id]?.orderName ?? '') ?? [];
  expect(names).toEqual([...names].sort((a, b) => a.localeCompare(b)));
  expect(sortedBoard(board, parseSort('name:desc')).columns[1]?.taskIds).not.toEqual(sorted.columns[1]?.taskIds);
  expect(sortedBoard(board, parseSort('nonsense'))).toBe(board);
});

test('a drop that is not possible names the way that works and offers it (BY-035)', () => {
  const order = card('in-progress');
  const hold = placeOf('on-hold/');
  expect(whyNot(board, order, hold, 'operator')).toBe(
    "You cannot move an order from In Progress to On Hold by dragging. Use 'Hold Order' instead.",
  );
  expect(wayTo(board, order, hold)).toEqual({ via: 'action', action: 'on-hold', label: 'Hold Order', to: 'on-hold' });
  const ready = { ...order, status: 'ready-to-go' as const, allowedDrops: [], allowedActions: [] };
  const progress = placeOf('in-progress/');
  expect(wayTo(board, { ...ready, allowedStatuses: ['in-progress'] }, progress)).toMatchObject({
    label: 'Change status to In Progress',
    to: 'in-progress',
  });
  expect(wayTo(board, { ...ready, allowedStatuses: [] }, progress)).toBeUndefined();
});

test('while all slots are taken, a drop says so and what happens instead (BY-064)', () => {
  const active = placeOf('new-order/active');
  const queued = { ...card('queue'), allowedDrops: [], allowedActions: [], fullSlots: 12 };
  expect(whyNot(board, queued, active, 'owner')).toBe('All 12 slots are taken. It starts by itself once one is free.');
  const held = { ...queued, status: 'on-hold' as const, fullSlots: 1 };
  expect(whyNot(board, held, active, 'owner')).toBe('The only slot is taken. It can wait in the queue.');
  expect(whyNot(board, held, placeOf('approved/completed'), 'owner')).not.toContain('slot');
});

test("'Nobody can' shows only where nobody has any way there (BY-035)", () => {
  const ready = {
    ...card('in-progress'),
    status: 'ready-to-go' as const,
    allowedDrops: [],
    allowedStatuses: [],
    allowedActions: [],
  };
  expect(whyNot(board, ready, placeOf('in-progress/'), 'owner')).toBe(
    "Only operators and managers can move an order from Ready To Go to In Progress, with 'Change status'.",
  );
  expect(whyNot(board, { ...ready, status: 'cancelled' }, placeOf('approved/approved'), 'owner')).toBe(
    'Nobody can move an order from Cancelled to Approved.',
  );
});
