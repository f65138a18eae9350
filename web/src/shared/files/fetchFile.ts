/** The store answered with an error instead of the file. */
export class ResponseError extends Error {
  constructor(readonly status: number) {
    super(`status ${status}`);
  }
}

/** The time in ms without data after which a download from the store has failed. */
export const silentMs = 30_000;

/** The store stopped sending. */
export class SilenceError extends Error {
  constructor() {
    super(`the store has sent nothing for ${silentMs / 1000} s`);
  }
}

/**
 * Runs a fetch with a signal that also aborts it when the store stops sending. `alive` must be
 * called whenever data arrives. A range of a file is short enough to arrive within that time.
 */
export async function watched<T>(
  signal: AbortSignal,
  run: (until: AbortSignal, alive: () => void) => Promise<T>,
): Promise<T> {
  const silence = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const alive = () => {
    clearTimeout(timer);
    timer = setTimeout(() => silence.abort(new SilenceError()), silentMs);
  };
  alive();
  try {
    return await run(AbortSignal.any([signal, silence.signal]), alive);
  } finally {
    clearTimeout(timer);
  }
}

export type Progress = (percent: number) => void;

/**
 * Returns the url with a `v` that changes with the file, so that no cache returns an older one
 * (BD-159). A presigned url stays as it is: its signature covers the query, and serves the same
 * purpose as `v`.
 */
export function freshUrl(url: string, v: string): string {
  if (/[?&]X-Amz-Signature=/i.test(url)) return url;
  return `${url}${url.includes('?') ? '&' : '?'}v=${encodeURIComponent(v)}`;
}

/** Reads a file as a blob (BD-159) and reports the percentage of `size` bytes that has arrived. */
export function fetchFile(url: string, size: number, signal: AbortSignal, progress: Progress): Promise<Blob> {
  return watched(signal, async (until, alive) => {
    const response = await fetch(url, { signal: until, credentials: 'omit' });
    if (!response.ok || !response.body) throw new ResponseError(response.status);
    const total = Number(response.headers.get('Content-Length')) || size;
    const reader = response.body.getReader();
    const parts: Uint8Array<ArrayBuffer>[] = [];
    let read = 0;
    for (;;) {
      alive();
      // oxlint-disable-next-line no-await-in-loop -- a stream must be read in order
      const { done, value } = await reader.read();
      if (done) break;
      parts.push(value);
      read += value.byteLength;
      progress(total > 0 ? Math.min(100, Math.floor((read / total) * 100)) : 0);
    }
    return new Blob(parts, { type: response.headers.get('Content-Type') ?? '' });
  });
}
