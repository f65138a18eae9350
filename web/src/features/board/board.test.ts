import { expect, test } from 'vitest';
import { FakeServer } from '../../../tests/fake/server';
import { type Board, toBoard } from '@/api/board/boardData';
import type { OrdersAnswer } from '@/api/generated';
import { inTurns } from '@/shared/command/inTurns';
import { boardViewReducer, type BoardView, cardToggled, rangeSelected } from './boardSlice';
import { takes } from './drag/dropRules';
import { follower, homeOf, idsAt, inBoardOrder, neighbours } from './columns/order';
import { placeOf } from './drag/dropRules';
import { commonActions, targetsOf } from './selection/SelectionBar';
import { withWaiting } from './waiting';

const answer = new FakeServer('manager').handle({
  method: 'GET',
  path: '/api/order',
  query: new URLSearchParams('view=board'),
  headers: new Headers(),
  body: '',
});
const board: Board = toBoard((answer.json as OrdersAnswer).data);
const review = placeOf('in-review/');
const ids = idsAt(board, review);

const view = (...actions: ReturnType<typeof cardToggled | typeof rangeSelected>[]): BoardView =>
  actions.reduce<BoardView>(
    (state, action) => boardViewReducer(state, action),
    boardViewReducer(undefined, { type: '' }),
  );

test('a range goes from the card selected last to the given one, in the order of the zone; from another zone only the given card joins (BY-038)', () => {
  const zone = ['a', 'b', 'c', 'd'];
  expect(view(cardToggled('c'), rangeSelected({ ids: zone, to: 'a' })).selected).toEqual(['c', 'a', 'b']);
  expect(view(cardToggled('x'), rangeSelected({ ids: zone, to: 'b' })).selected).toEqual(['x', 'b']);
  expect(view(cardToggled('a'), cardToggled('b'), cardToggled('a')).selected).toEqual(['b']);
});

test('other cards in the same move are not neighbours of its target (BY-038)', () => {
  const [a = '', b = '', c = '', d = ''] = ids;
  // The card b is lifted and dropped before d; c moves with it.
  expect(neighbours(board, review, 2, b, new Set([b, c]))).toEqual({ afterId: a, beforeId: d });
  expect(follower(board, b, 'in-review/', new Set([b, c]))).toBe(d);
  expect(inBoardOrder(board, [c, a]).map(({ id }) => id)).toEqual([a, c]);
  expect(homeOf(board, a)).toBe('in-review/');
});

test('the actions on several cards: every place that accepts one of them, with their number, and the actions that all have (BY-038)', () => {
  const cards = inBoardOrder(board, [ids[0] ?? '', idsAt(board, placeOf('in-progress/'))[0] ?? '']);
  expect(cards.map(({ status }) => status)).toEqual(['in-progress', 'in-review']);
  expect(targetsOf(cards)).toEqual([
    { target: 'active', count: 1 },
    { target: 'in-progress', count: 1 },
    { target: 'in-review', count: 1 },
    { target: 'approved', count: 1 },
  ]);
  expect(commonActions(cards)).toEqual(['on-hold', 'cancelled', 'freeze']);
  expect(commonActions([])).toEqual([]);
});

test('cards can be arranged within their zone in manual order only (D-10, BD-050)', () => {
  const [card] = inBoardOrder(board, [ids[0] ?? '']);
  if (!card) throw new Error('no card');
  const cards = [{ ...card, allowedDrops: ['in-review' as const, 'approved' as const] }];
  expect(takes(cards, 'in-review/', 'in-review/', true)).toBe(true);
  expect(takes(cards, 'in-review/', 'in-review/', false)).toBe(false);
  expect(takes(cards, 'approved/approved', 'in-review/', false)).toBe(true);
});

test('a pending move shows its card in its new place, marked as pending and without actions until the server has answered (BY-036)', () => {
  const [a = '', b = '', c = '', d = ''] = ids;
  const [approved = ''] = idsAt(board, placeOf('approved/approved'));
  const base = { userId: 'u', what: '', url: '', method: 'PUT' as const, body: {} };
  const shown = withWaiting(board, [
    { ...base, key: 'k1', move: { cardId: a, status: 'approved', beforeId: approved } },
    { ...base, key: 'k2', move: { cardId: b, status: 'on-hold', reason: 'No logo' } },
    { ...base, key: 'k3', move: { cardId: 'gone', status: 'approved' } },
    { ...base, key: 'k4', act: { orderId: c, label: 'Hold Order', status: 'on-hold' } },
    { ...base, key: 'k5', act: { orderId: d, attachmentId: 'f', versionId: 'v', label: 'Approve' } },
  ]);
  expect(idsAt(shown, placeOf('approved/approved')).slice(0, 2)).toEqual([a, approved]);
  expect(shown.waiting).toEqual({ [a]: 'k1', [b]: 'k2', [c]: 'k4' });
  expect(shown.cards[c]).toMatchObject({ status: 'in-review', allowedDrops: [], allowedActions: [] });
  expect(shown.cards[d]?.allowedDrops).toEqual(board.cards[d]?.allowedDrops); // A decision about a file moves no card.
  expect(shown.cards[b]).toMatchObject({ status: 'on-hold', holdReason: 'No logo', allowedDrops: [] });
  expect(idsAt(shown, review)).toEqual(ids.slice(2));
  expect(idsAt(board, review)).toEqual(ids); // The server's data is unchanged.
  expect(withWaiting(board, [])).toBe(board);
});

test('runs a limited number at a time, starts them in order, and returns the results in order', async () => {
  let running = 0;
  let most = 0;
  const started: number[] = [];
  const results = await inTurns([1, 2, 3, 4, 5, 6], 3, async (n) => {
    started.push(n);
    running += 1;
    most = Math.max(most, running);
    for (let i = 0; i < 7 - n; i += 1) await Promise.resolve();
    running -= 1;
    return n * 10;
  });
  expect(results).toEqual([10, 20, 30, 40, 50, 60]);
  expect(started).toEqual([1, 2, 3, 4, 5, 6]);
  expect(most).toBe(3);
});
