import { beforeEach, expect, test } from 'vitest';
import { unfinishedUploads } from './unfinished';

const upload = (id: string, expiresAt = '2026-01-08T00:00:00Z') => ({
  id,
  target: { orderId: 'o1', reviewType: 'suppliedFiles', from: 'detail' } as const,
  file: { name: 'a.psd', size: 1, type: '', lastModified: 2 },
  expiresAt,
});
const now = Date.parse('2026-01-02T00:00:00Z');

beforeEach(() => localStorage.clear());

test('unfinished uploads are kept for each person until they are over', () => {
  unfinishedUploads.add('me', upload('u1'));
  unfinishedUploads.add('me', upload('u2', '2026-01-01T00:00:00Z'));
  unfinishedUploads.add('you', upload('u3'));
  localStorage.setItem('upload:me:broken', '{');
  expect(unfinishedUploads.load('me', now)).toEqual([upload('u1')]);
  expect(unfinishedUploads.load('you', now)).toEqual([upload('u3')]);
  expect(localStorage).toHaveLength(2);
  unfinishedUploads.remove('me', 'u1');
  expect(unfinishedUploads.load('me', now)).toEqual([]);
});
