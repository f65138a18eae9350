import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { StoreLink } from './StoreLink';

const now = Date.parse('2026-11-22T10:00:00Z');
beforeEach(() => {
  vi.useFakeTimers({ now });
});
afterEach(() => {
  vi.useRealTimers();
});

/** Returns a link signed this many seconds ago. */
function signed(name: string, ago: number, life = 60): string {
  const date = new Date(Date.now() - ago * 1000).toISOString().replaceAll(/[-:]|\.\d+/g, '');
  return `https://s3.test/${name}?X-Amz-Algorithm=AWS4-HMAC-SHA256&X-Amz-Date=${date}&X-Amz-Expires=${life}&X-Amz-Signature=ab`;
}
const never = new AbortController().signal;
const failing = () => Promise.reject(new TypeError('Failed to fetch'));

describe('a link to a file in the store', () => {
  test('is used while it is valid, and renewed before use when it is old', async () => {
    const renew = vi.fn<() => Promise<string>>(() => Promise.resolve(signed('new', 0)));
    const link = new StoreLink(signed('first', 0), renew);
    const used: string[] = [];
    const read = () => link.read((url) => Promise.resolve(used.push(url.slice(16, 20))), never);
    await read();
    vi.advanceTimersByTime(45_000);
    await read();
    expect(renew).not.toHaveBeenCalled();
    vi.advanceTimersByTime(10_000);
    await read();
    vi.advanceTimersByTime(45_000);
    await read();
    expect(used).toEqual(['firs', 'firs', 'new?', 'new?']);
    expect(renew).toHaveBeenCalledOnce();
  });

  test('a failed read is retried once with a fresh link, whatever the failure, and then reported', async () => {
    const renew = vi.fn<() => Promise<string>>(() => Promise.resolve(signed('new', 0)));
    const get = vi.fn<(url: string) => Promise<string>>(failing);
    await expect(new StoreLink(signed('a', 0), renew).read(get, never)).rejects.toThrow('Failed to fetch');
    expect(get).toHaveBeenCalledTimes(2);
    expect(renew).toHaveBeenCalledOnce();
    get.mockRejectedValueOnce(new Error('status 500')).mockResolvedValueOnce('bytes');
    await expect(new StoreLink(signed('a', 0), renew).read(get, never)).resolves.toBe('bytes');
  });

  test('a fresh link with the same text is retried too, because links made within a second are equal', async () => {
    const same = signed('a', 0);
    const get = vi.fn<(url: string) => Promise<string>>(failing).mockRejectedValueOnce(new Error('cut'));
    get.mockResolvedValueOnce('bytes');
    await expect(new StoreLink(same, () => Promise.resolve(same)).read(get, never)).resolves.toBe('bytes');
  });

  test('many reads at the same time request one fresh link', async () => {
    const renew = vi.fn<() => Promise<string>>(() => Promise.resolve(signed('new', 0)));
    const link = new StoreLink(signed('old', 90), renew);
    const all = await Promise.all([1, 2, 3].map(() => link.read((url) => Promise.resolve(url), never)));
    expect(new Set(all).size).toBe(1);
    expect(renew).toHaveBeenCalledOnce();
  });

  test('a computer whose clock is an hour ahead renews a link once, not for each read', async () => {
    const renew = vi.fn<() => Promise<string>>(() => Promise.resolve(signed('new', 3600)));
    const link = new StoreLink(signed('old', 3600), renew);
    await link.read((url) => Promise.resolve(url), never);
    await link.read((url) => Promise.resolve(url), never);
    expect(renew).toHaveBeenCalledOnce();
  });

  test('without a fresh link the first failure is reported, and an aborted read is not retried', async () => {
    const gone = new StoreLink(signed('a', 0), () => Promise.resolve(undefined));
    await expect(gone.read(failing, never)).rejects.toThrow('Failed to fetch');
    const left = new AbortController();
    const renew = vi.fn<() => Promise<string>>();
    const read = new StoreLink('/files/a', renew).read(() => {
      left.abort();
      return failing();
    }, left.signal);
    await expect(read).rejects.toThrow('Failed to fetch');
    expect(renew).not.toHaveBeenCalled();
  });
});
