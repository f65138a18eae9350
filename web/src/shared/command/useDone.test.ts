import { expect, test } from 'vitest';
import { FakeServer } from '../../../tests/fake/server';
import { type Before, wayBack } from './useDone';

const server = new FakeServer('owner');
const [first] = server.orders;
if (!first) throw new Error('no order');
const card = { ...server.card(first), allowedStatuses: [], allowedActions: [], allowedDrops: [] };
const before: Before = { ...card, status: 'in-progress' };

test('a change is undone by the opposite action, if the order allows it (BY-050, D-05)', () => {
  const held = { ...card, status: 'on-hold' as const };
  expect(wayBack(before, { ...held, allowedActions: ['resume'] }, 'on-hold')).toEqual({
    kind: 'action',
    body: { action: 'resume' },
  });
  expect(wayBack(before, held, 'on-hold')).toBeUndefined();
  const resumed = { ...card, status: 'in-progress' as const, allowedActions: ['on-hold' as const] };
  expect(wayBack({ ...before, status: 'on-hold', holdReason: 'legal' }, resumed, 'resume')).toEqual({
    kind: 'action',
    body: { action: 'on-hold', reason: 'legal' },
  });
});

test('undoing a restore returns the order to the archive or to the cancelled orders (BY-050, D-05)', () => {
  const draft = { ...card, status: 'draft' as const, archived: false };
  const cancelled: Before = { ...card, status: 'cancelled', archived: false };
  const archive = { kind: 'action', body: { action: 'archive' } };
  expect(wayBack(cancelled, { ...draft, allowedActions: ['cancelled', 'archive'] }, 'restore')).toEqual({
    kind: 'action',
    body: { action: 'cancelled' },
  });
  const archived: Before = { ...card, status: 'cancelled', archived: true };
  const out = { ...card, status: 'cancelled' as const, archived: false };
  expect(wayBack(archived, { ...out, allowedActions: ['restore', 'archive'] }, 'restore')).toEqual(archive);
  expect(wayBack({ ...archived, status: 'approved' }, { ...draft, allowedActions: ['archive'] }, 'restore')).toEqual(
    archive,
  );
  expect(wayBack(archived, { ...out, allowedActions: ['restore'] }, 'restore')).toBeUndefined();
  expect(wayBack(cancelled, draft, 'restore')).toBeUndefined();
});

test('otherwise the status control undoes it, or else the board, if either allows it (BY-050, 4.2, 4.3)', () => {
  const review = { ...card, status: 'in-review' as const };
  expect(wayBack(before, { ...review, allowedStatuses: ['in-progress'] })).toEqual({
    kind: 'status',
    to: 'in-progress',
  });
  expect(wayBack(before, { ...review, allowedDrops: ['in-progress'] })).toEqual({ kind: 'board', to: 'in-progress' });
  const ready = { ...before, status: 'ready-to-go' as const };
  expect(wayBack(ready, { ...review, allowedDrops: ['active'] })).toEqual({ kind: 'board', to: 'ready-to-go' });
  expect(wayBack(before, review)).toBeUndefined();
  expect(wayBack(before, undefined, 'delete')).toBeUndefined();
});
