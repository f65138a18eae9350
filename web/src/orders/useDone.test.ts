import { expect, test } from 'vitest';
import { FakeServer } from '../../tests/fake/server';
import { type Before, wayBack } from './useDone';

const server = new FakeServer('owner');
const [first] = server.orders;
if (!first) throw new Error('no order');
const card = { ...server.card(first), allowedStatuses: [], allowedActions: [], allowedDrops: [] };
const before: Before = { ...card, status: 'in-progress' };

test('a change is undone by the action that takes it back, if the order allows it (BY-050, D-05)', () => {
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

test('else by the status control, else by the board, whichever leads back (BY-050, 4.2, 4.3)', () => {
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
