import { afterEach, describe, expect, test, vi } from 'vitest';
import { StoreLink } from '@/shared/files/StoreLink';
import { ResponseError, SilenceError, silentMs } from '@/shared/files/fetchFile';
import { remoteFile } from './remoteFile';

afterEach(() => vi.unstubAllGlobals());

const none = () => Promise.resolve(undefined);
const fileAt = (renew: () => Promise<string | undefined>) =>
  remoteFile(new StoreLink('/files/old', renew), { sha256: 'abc', fileSize: 10 });
const never = new AbortController().signal;
const bytes = Uint8Array.from({ length: 10 }, (_, i) => i);

/** A store with these links. `ranges` says whether it supports range requests. */
function store(links: string[], ranges = true) {
  const asked: [string, string | null][] = [];
  vi.stubGlobal('fetch', (url: string, init: RequestInit) => {
    const range = new Headers(init.headers).get('Range');
    asked.push([url, range]);
    if (!links.some((link) => url.startsWith(link))) return Promise.resolve(new Response('', { status: 403 }));
    const [, from = 0, to = 9] = (/bytes=(\d+)-(\d+)/.exec(range ?? '') ?? []).map(Number);
    const part = range && ranges;
    return Promise.resolve(new Response(part ? bytes.slice(from, to + 1) : bytes, { status: part ? 206 : 200 }));
  });
  return asked;
}

describe('a file in the store', () => {
  test('returns a range, even if the store does not support ranges', async () => {
    const asked = store(['/files/old']);
    const file = fileAt(none);
    expect([...(await file.range(2, 5, never))]).toEqual([2, 3, 4]);
    expect(asked).toEqual([['/files/old?v=abc', 'bytes=2-4']]);
    store(['/files/old'], false);
    expect([...(await file.range(2, 5, never))]).toEqual([2, 3, 4]);
  });

  test('asks for another link when the store refuses, and uses it from then on (BD-159)', async () => {
    const asked = store(['/files/new']);
    const renew = vi.fn<() => Promise<string>>(() => Promise.resolve('/files/new'));
    const file = fileAt(renew);
    expect((await file.whole(never, () => {})).size).toBe(10);
    await file.range(0, 1, never);
    expect(renew).toHaveBeenCalledTimes(1);
    expect(asked.map(([url]) => url)).toEqual(['/files/old?v=abc', '/files/new?v=abc', '/files/new?v=abc']);
  });

  test('reports the refusal when there is no other link', async () => {
    store([]);
    await expect(fileAt(none).range(0, 1, never)).rejects.toEqual(new ResponseError(403));
  });

  test('a store that sends nothing for 30 s has failed, even in the middle of a file', async () => {
    vi.useFakeTimers();
    const asked: string[] = [];
    vi.stubGlobal('fetch', (url: string, { signal }: { signal: AbortSignal }) => {
      asked.push(url);
      const body = new ReadableStream<Uint8Array>({
        start(controller) {
          controller.enqueue(new Uint8Array(4));
          signal.addEventListener('abort', () => controller.error(signal.reason), { once: true });
        },
      });
      return Promise.resolve(new Response(body));
    });
    const read = fileAt(() => Promise.resolve('/files/new')).whole(never, () => {});
    const told = read.catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(silentMs - 1);
    expect(asked).toEqual(['/files/old?v=abc']);
    await vi.advanceTimersByTimeAsync(1);
    expect(asked).toEqual(['/files/old?v=abc', '/files/new?v=abc']);
    await vi.advanceTimersByTimeAsync(silentMs);
    expect(await told).toBeInstanceOf(SilenceError);
    vi.useRealTimers();
  });
});
