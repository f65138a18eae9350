import { describe, expect, test, vi } from 'vitest';
import type { Steps } from './transfers';
import { failure, file, held, settled, target, world } from './transfers.testing';

describe('uploading a file', () => {
  test('takes three steps: a token, the form to the store, the completion with its record (SH-276, SH-290, SH-291, SH-292)', async () => {
    const { transfers, steps, what } = world();
    transfers.add(target, [file('Label (1).png')]);
    await settled(transfers);
    const record = { size: 10, type: 'application/octet-stream' };
    expect(steps.token).toHaveBeenCalledWith(target, { ...record, name: 'Label--1-.png' });
    expect(steps.complete).toHaveBeenCalledWith(
      target,
      { ...record, name: 'Label (1).png', key: 'k1', reviewType: 'suppliedFiles' },
      'id2',
    );
    expect([transfers.all(), what()]).toEqual([[], ['progress', 'done']]);
  });

  test('three files are sent at a time, the others wait', async () => {
    const gate = held<void>();
    const { transfers, steps } = world({ send: vi.fn<Steps['send']>(() => gate.step()) });
    transfers.add(
      target,
      [1, 2, 3, 4, 5].map((n) => file(`${n}.png`)),
    );
    await vi.waitFor(() => expect(steps.send).toHaveBeenCalledTimes(3));
    expect(transfers.all().map(({ state }) => state)).toEqual(['sending', 'sending', 'sending', 'waiting', 'waiting']);
    expect(transfers.travelling).toBe(true);
    gate.resolve();
    await settled(transfers);
    expect(steps.complete).toHaveBeenCalledTimes(5);
    expect(transfers.travelling).toBe(false);
  });

  test('a refused token shows the server’s message and unlocks nothing (SH-295)', async () => {
    const refusal = failure(403, 'forbidden', 'You are not allowed to do this.');
    const { transfers, steps, told } = world({ token: () => Promise.reject(refusal) });
    transfers.add(target, [file()]);
    await settled(transfers);
    expect(told).toMatchObject([{ what: 'refused', error: refusal }]);
    expect(transfers.all()).toMatchObject([{ state: 'failed', message: 'You are not allowed to do this.' }]);
    expect([steps.send, steps.unlock].map((step) => vi.mocked(step).mock.calls)).toEqual([[], []]);
  });

  test('a file that the store refuses fails with the generic text, and the order is unlocked (SH-294, SH-296, BD-142, BD-452)', async () => {
    const { transfers, steps, told } = world({ send: () => Promise.reject(failure('network')) });
    transfers.add(target, [file()]);
    await settled(transfers);
    await vi.waitFor(() => expect(steps.unlock).toHaveBeenCalledWith('o1'));
    expect(told).toMatchObject([{ what: 'failed', transfer: { message: 'There was a problem uploading your file.' } }]);
  });
});

describe('retrying', () => {
  test('starts a file that did not arrive from its beginning', async () => {
    const send = vi.fn<Steps['send']>().mockRejectedValueOnce(failure('network'));
    const { transfers, steps } = world({ send });
    transfers.add(target, [file()]);
    await settled(transfers);
    transfers.retry('id1');
    await vi.waitFor(() => expect(steps.complete).toHaveBeenCalledTimes(1));
    expect([send.mock.calls.length, vi.mocked(steps.token).mock.calls.length]).toEqual([2, 2]);
  });

  test('repeats the same completion call when no answer came, so that the file is attached once (D-31)', async () => {
    const complete = vi.fn<Steps['complete']>().mockRejectedValueOnce(failure('network'));
    const { transfers, steps } = world({ complete });
    transfers.add(target, [file()]);
    await settled(transfers);
    transfers.retry('id1');
    await vi.waitFor(() => expect(complete).toHaveBeenCalledTimes(2));
    expect(complete.mock.calls[1]).toEqual(complete.mock.calls[0]);
    expect(steps.send).toHaveBeenCalledTimes(1);
  });

  test('after a refusal is a new call; the file is sent again if the server does not know it', async () => {
    for (const [reason, sends] of [
      ['order.frozen', 1],
      ['upload.unknown', 2],
    ] as const) {
      const complete = vi.fn<Steps['complete']>().mockRejectedValueOnce(failure(409, reason, 'No.'));
      const { transfers, steps } = world({ complete });
      transfers.add(target, [file()]);
      await settled(transfers);
      transfers.retry('id1');
      await vi.waitFor(() => expect(complete).toHaveBeenCalledTimes(2));
      expect(complete.mock.calls[1]?.[2]).not.toBe(complete.mock.calls[0]?.[2]);
      expect(steps.send).toHaveBeenCalledTimes(sends);
    }
  });
});

describe('cancelling', () => {
  test('aborts the transfer and removes what is in the store by its id (SH-297, SH-298)', async () => {
    let aborted = false;
    const send: Steps['send'] = (_form, _file, _progress, signal) =>
      new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => {
          aborted = true;
          reject(new DOMException('Aborted', 'AbortError'));
        });
      });
    const gate = held<void>();
    const { transfers, steps, what } = world({ send, remove: vi.fn<Steps['remove']>(() => gate.step()) });
    transfers.add(target, [file()]);
    await vi.waitFor(() => expect(steps.token).toHaveBeenCalled());
    await vi.waitFor(() => expect(transfers.all()[0]?.state).toBe('sending'));
    await Promise.resolve();
    const removed = transfers.remove('id1');
    expect(transfers.all()[0]?.state).toBe('removing');
    expect([aborted, what(), vi.mocked(steps.remove).mock.calls]).toEqual([true, ['removing'], [['t1']]]);
    gate.resolve();
    await removed;
    expect([transfers.all(), what()]).toEqual([[], ['removing', 'gone']]);
    expect([steps.complete, steps.unlock].map((step) => vi.mocked(step).mock.calls)).toEqual([[], []]);
  });

  test('a failure to remove is reported (SH-299), and the row disappears anyway', async () => {
    const refusal = failure(503, 'upload.not_removed', 'The file store cannot be reached right now.');
    const { transfers, told } = world({
      complete: () => Promise.reject(failure(409, 'order.frozen', 'No.')),
      remove: () => Promise.reject(refusal),
    });
    transfers.add(target, [file()]);
    await settled(transfers);
    await transfers.remove('id1');
    expect(told.at(-2)).toMatchObject({ what: 'not-removed', error: refusal });
    expect(transfers.all()).toEqual([]);
  });

  test('a file whose token arrives after it was cancelled is not sent', async () => {
    const gate = held<Awaited<ReturnType<Steps['token']>>>();
    const { transfers, steps } = world({ token: () => gate.step() });
    transfers.add(target, [file()]);
    await transfers.remove('id1');
    gate.resolve({ id: 'late', url: 'u', fields: { key: 'k' } });
    await vi.waitFor(() => expect(steps.remove).toHaveBeenCalledWith('late'));
    expect(steps.send).not.toHaveBeenCalled();
  });

  test('cancelling a waiting file starts the next one; a file that is being completed cannot be cancelled', async () => {
    const gate = held<void>();
    const { transfers, steps } = world({ complete: vi.fn<Steps['complete']>(() => gate.step()) });
    transfers.add(
      target,
      [1, 2, 3, 4].map((n) => file(`${n}.png`)),
    );
    await vi.waitFor(() => expect(steps.complete).toHaveBeenCalledTimes(3));
    const [first, , , last] = transfers.all().map(({ id }) => id);
    await transfers.remove(first ?? '');
    await transfers.remove(last ?? '');
    expect(transfers.all().map(({ state }) => state)).toEqual(['completing', 'completing', 'completing']);
    gate.resolve();
    await settled(transfers);
  });
});
