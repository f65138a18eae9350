import { describe, expect, test } from 'vitest';
import type { ProjectionStatus, RebuildReport } from '@/api/desk';
import { changedColumns } from './changes';
import { differing, duration, healthOf, rateBetween } from './words';

const status: ProjectionStatus = {
  name: 'board',
  parts: 1,
  position: 10,
  lag: 0,
  lagSeconds: 0,
  updated: '2026-01-01T00:00:00Z',
  running: true,
  state: 'standby',
  parked: [],
};

describe('the health of a projection (BY-011)', () => {
  test('parked streams come first, then a missing runner, a failing one, and lag', () => {
    const parked = [{ stream: 's', position: 1, version: 1, type: 't', error: 'e', since: '' }];
    expect(healthOf({ ...status, parked, running: false }).label).toBe('Streams parked');
    expect(healthOf({ ...status, running: false, lag: 5 }).label).toBe('Nobody runs it');
    expect(healthOf({ ...status, state: 'failing' }).health).toBe('bad');
    expect(healthOf({ ...status, lag: 5 })).toEqual({ health: 'busy', label: 'Catching up' });
    expect(healthOf(status)).toEqual({ health: 'good', label: 'Up to date' });
  });

  test('the rate is computed between two readings, is never negative, and is unknown at first', () => {
    expect(rateBetween({ position: 100, at: 1000 }, { position: 300, at: 3000 })).toBe(100);
    expect(rateBetween({ position: 100, at: 1000 }, { position: 50, at: 3000 })).toBe(0);
    expect(rateBetween(undefined, { position: 50, at: 3000 })).toBeUndefined();
    expect(rateBetween({ position: 1, at: 3000 }, { position: 50, at: 3000 })).toBeUndefined();
  });
});

test('durations use the two largest units', () => {
  expect([0.2, 4, 80, 3720].map(duration)).toEqual(['under 1 s', '4 s', '1 min 20 s', '1 h 2 min']);
});

test('a report counts every row that differs (BY-013)', () => {
  const table = { table: 't', liveRows: 5, rebuiltRows: 5, onlyLive: 1, onlyRebuilt: 2, different: 3 };
  const tables = [{ ...table, affected: [], samples: [] }];
  expect(differing({ tables: [...tables, ...tables] } as unknown as RebuildReport)).toBe(12);
});

test('a differing row shows only its differing columns', () => {
  const key = { id: 1 };
  expect(
    changedColumns({ table: 't', key, live: { id: 1, a: 'x', b: [1] }, rebuilt: { id: 1, a: 'y', b: [1] } }),
  ).toEqual([{ column: 'a', from: 'x', to: 'y' }]);
  expect(changedColumns({ table: 't', key, rebuilt: { id: 1 } })).toEqual([
    { column: 'id', from: 'no such row', to: '1' },
  ]);
});
