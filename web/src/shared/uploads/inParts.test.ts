import { describe, expect, test, vi } from 'vitest';
import { md5 } from '@/lib/files/md5';
import type { Steps } from './transfers';
import { failure, file, large, mb, plan, settled, target, world } from './transfers.testing';

describe('a file above 16 MB', () => {
  const numbers = (steps: Steps) =>
    vi
      .mocked(steps.put)
      .mock.calls.map(([link]) => Number(link.replace('link', '')))
      .sort((a, b) => a - b);
  const hung: Steps['put'] = (_link, _part, _sum, _onSent, signal) =>
    new Promise((_resolve, reject) => {
      signal.addEventListener('abort', () => reject(new DOMException('Aborted', 'AbortError')));
    });

  test('is sent in parts with their sums, remembered while it is sent, and completed with its key', async () => {
    const { transfers, steps, what } = world();
    transfers.add(target, [large]);
    await settled(transfers);
    expect([numbers(steps), vi.mocked(steps.send).mock.calls]).toEqual([[1, 2, 3], []]);
    for (const [, part, sum] of vi.mocked(steps.put).mock.calls) expect(sum).toBe(await md5(part));
    expect(steps.keep).toHaveBeenCalledWith({
      id: 't1',
      target,
      file: { name: large.name, size: large.size, type: '', lastModified: 5 },
      expiresAt: '2100-01-01T00:00:00Z',
    });
    expect(vi.mocked(steps.complete).mock.calls[0]?.[1].key).toBe('parts/t1');
    expect([vi.mocked(steps.forget).mock.calls, what().at(-1)]).toEqual([[['t1']], 'done']);
  });

  test('goes on by itself when a part is cut off, and sends nothing again that has arrived', async () => {
    const put = vi.fn<Steps['put']>(async () => undefined).mockRejectedValueOnce(failure('network'));
    const { transfers, steps } = world({ put });
    transfers.add(target, [large]);
    await settled(transfers);
    const sent = numbers(steps);
    expect([sent.length, new Set(sent), vi.mocked(steps.wait).mock.calls.length]).toEqual([4, new Set([1, 2, 3]), 1]);
    expect(steps.complete).toHaveBeenCalledTimes(1);
  });

  test('stops when it stays cut off, and a new try sends only what has not arrived', async () => {
    const put = vi.fn<Steps['put']>(() => Promise.reject(failure('network')));
    const first = await md5(large.slice(0, 8 * mb));
    const arrived = vi.fn<Steps['arrived']>(async (id) =>
      plan(id, [{ number: 1, md5: first }, { number: 2, md5: first }, { number: 3 }]),
    );
    const { transfers, steps } = world({ put, arrived });
    transfers.add(target, [large]);
    await settled(transfers);
    expect(transfers.all()[0]?.message).toBe('The connection was lost. Try again: it goes on where it stopped.');
    put.mockReset().mockResolvedValue(undefined);
    transfers.retry('id1');
    await vi.waitFor(() => expect(steps.complete).toHaveBeenCalledTimes(1));
    // The second part has other bytes than the store's, and the store does not say those of the third.
    expect([numbers(steps), vi.mocked(steps.begin).mock.calls.length]).toEqual([[2, 3], 1]);
  });

  test('stops at once at a refusal, such as that of a full disk', async () => {
    const put = vi.fn<Steps['put']>(() => Promise.reject(failure(507, 'storage.full', 'Full.')));
    const { transfers, steps } = world({ put });
    transfers.add(target, [large]);
    await settled(transfers);
    expect([transfers.all()[0]?.message, vi.mocked(steps.wait).mock.calls]).toEqual(['Full.', []]);
  });

  test('is paused and goes on', async () => {
    const put = vi.fn<Steps['put']>(hung);
    const { transfers, steps, what } = world({ put });
    transfers.add(target, [large]);
    await vi.waitFor(() => expect(put).toHaveBeenCalledTimes(3));
    transfers.pause('id1');
    expect(what().at(-1)).toBe('paused');
    expect([transfers.all()[0]?.state, transfers.travelling]).toEqual(['paused', false]);
    put.mockImplementation(async () => undefined);
    transfers.retry('id1');
    await vi.waitFor(() => expect(steps.complete).toHaveBeenCalledTimes(1));
    expect([steps.begin, steps.remove].map((step) => vi.mocked(step).mock.calls.length)).toEqual([1, 0]);
  });

  const left = (id = 'u9') => ({ id, target, file: large, expiresAt: '2100-01-01T00:00:00Z' });

  test('that an earlier page did not finish goes on with the same file, and with no other', async () => {
    const { transfers, steps, what } = world();
    transfers.restore([left()]);
    expect(transfers.all()).toMatchObject([{ state: 'paused', chosen: false }]);
    transfers.retry('id1');
    transfers.choose('id1', file('large (1).psd'));
    expect([transfers.all()[0]?.state, what()]).toEqual(['paused', ['other-file']]);
    transfers.choose('id1', large);
    await vi.waitFor(() => expect(steps.complete).toHaveBeenCalledTimes(1));
    expect([vi.mocked(steps.arrived).mock.calls, vi.mocked(steps.begin).mock.calls]).toEqual([[['u9']], []]);
  });

  test('goes on when it is dropped at the same place again, and elsewhere it begins anew', async () => {
    const { transfers, steps } = world();
    transfers.restore([left()]);
    transfers.add({ ...target, orderId: 'o2' }, [large]);
    await vi.waitFor(() => expect(steps.begin).toHaveBeenCalledTimes(1));
    transfers.add(target, [large]);
    await vi.waitFor(() => expect(steps.complete).toHaveBeenCalledTimes(2));
    expect([vi.mocked(steps.arrived).mock.calls, transfers.all()]).toEqual([[['u9']], []]);
  });

  test('begins anew if the server does not know it any more', async () => {
    const { transfers, steps } = world({ arrived: () => Promise.reject(failure(404, 'upload.unknown', 'Gone.')) });
    transfers.restore([left()]);
    transfers.choose('id1', large);
    await vi.waitFor(() => expect(steps.complete).toHaveBeenCalledTimes(1));
    expect(vi.mocked(steps.forget).mock.calls).toEqual([['u9'], ['t1']]);
  });

  test('is removed by its id, also without the file', async () => {
    const { transfers, steps } = world();
    transfers.restore([left()]);
    await transfers.remove('id1');
    expect([steps.remove, steps.forget].map((step) => vi.mocked(step).mock.calls)).toEqual([[['u9']], [['u9']]]);
    expect(transfers.all()).toEqual([]);
  });

  test('shows to its person only', () => {
    const { transfers } = world();
    transfers.restore([left()]);
    transfers.restore([left('u1'), left('u2')]);
    expect(transfers.all()).toHaveLength(2);
    transfers.restore([]);
    expect(transfers.all()).toEqual([]);
  });
});
