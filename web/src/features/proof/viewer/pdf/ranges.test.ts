import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ResponseError } from '@/shared/files/fetchFile';
import type { RemoteFile } from '../file/remoteFile';
import { againMs, Ranges } from './ranges';

const bytes = new Uint8Array([1, 2, 3]);

/** Returns the ranges of a file whose reads end with these results, one after the other. */
function reading(...ends: (Error | Uint8Array<ArrayBuffer>)[]) {
  const range = vi.fn<RemoteFile['range']>(() => {
    const end = ends.shift() ?? bytes;
    return end instanceof Error ? Promise.reject(end) : Promise.resolve(end);
  });
  const failed = vi.fn<(error: unknown) => void>();
  const ranges = new Ranges({ size: 6, range, whole: () => Promise.reject(new Error('not whole')) }, () => {}, failed);
  const given = vi.spyOn(ranges, 'onDataRange').mockReturnValue();
  return { ranges, range, failed, given };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const gone = (): Error => new TypeError('Failed to fetch');

test('a range is requested three times while the file opens, then opening fails', async () => {
  const { ranges, range, failed, given } = reading(gone(), gone(), gone());
  ranges.requestDataRange(0, 3);
  await vi.advanceTimersByTimeAsync(0);
  expect([range.mock.calls.length, failed.mock.calls.length, given.mock.calls.length]).toEqual([3, 1, 0]);
});

test.each([
  ['the connection', gone],
  ['a new link', () => new ResponseError(403)],
  ['a store in trouble', () => new ResponseError(503)],
])('after opening, a range waits through %s and then arrives', async (_, trouble) => {
  const { ranges, failed, given } = reading(...Array.from({ length: 10 }, trouble));
  ranges.isOpen = true;
  ranges.requestDataRange(3, 6);
  await vi.advanceTimersByTimeAsync(9 * againMs);
  expect(given).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(againMs);
  expect(given).toHaveBeenCalledExactlyOnceWith(3, bytes);
  expect(failed).not.toHaveBeenCalled();
});

test('a missing range is reported, even after opening', async () => {
  const { ranges, failed } = reading(...Array.from({ length: 3 }, () => new ResponseError(404)));
  ranges.isOpen = true;
  ranges.requestDataRange(3, 6);
  await vi.advanceTimersByTimeAsync(10 * againMs);
  expect(failed).toHaveBeenCalledExactlyOnceWith(new ResponseError(404));
});

test('after closing, nothing is requested and nothing fails', async () => {
  const { ranges, range, failed } = reading(...Array.from({ length: 5 }, gone));
  ranges.isOpen = true;
  ranges.requestDataRange(3, 6);
  await vi.advanceTimersByTimeAsync(againMs);
  ranges.abort();
  await vi.advanceTimersByTimeAsync(10 * againMs);
  expect([range.mock.calls.length, failed.mock.calls.length]).toEqual([2, 0]);
});
