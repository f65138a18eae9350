import { afterEach, describe, expect, test, vi } from 'vitest';
import { ResponseError } from './fetchFile';
import { remoteFile } from './remoteFile';

afterEach(() => vi.unstubAllGlobals());

const version = { url: '/files/old', fileMeta: { sha256: 'abc', fileSize: 10 } };
const never = new AbortController().signal;
const bytes = Uint8Array.from({ length: 10 }, (_, i) => i);

/** A store that knows links by their address; `ranges` says whether it gives parts. */
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

describe('a file at the store', () => {
  test('gives a part of itself, also where the store knows no parts', async () => {
    const asked = store(['/files/old']);
    const file = remoteFile(version, () => Promise.resolve(undefined));
    expect([...(await file.range(2, 5, never))]).toEqual([2, 3, 4]);
    expect(asked).toEqual([['/files/old?v=abc', 'bytes=2-4']]);
    store(['/files/old'], false);
    expect([...(await file.range(2, 5, never))]).toEqual([2, 3, 4]);
  });

  test('asks for another link once the one it has is too old, and keeps that', async () => {
    const asked = store(['/files/new']);
    const newUrl = vi.fn<() => Promise<string>>(() => Promise.resolve('/files/new'));
    const file = remoteFile(version, newUrl);
    expect((await file.whole(never, () => {})).size).toBe(10);
    await file.range(0, 1, never);
    expect(newUrl).toHaveBeenCalledTimes(1);
    expect(asked.map(([url]) => url)).toEqual(['/files/old?v=abc', '/files/new?v=abc', '/files/new?v=abc']);
  });

  test('says that it is refused when there is no other link', async () => {
    store([]);
    const file = remoteFile(version, () => Promise.resolve(undefined));
    await expect(file.range(0, 1, never)).rejects.toEqual(new ResponseError(403));
  });
});
