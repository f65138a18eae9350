import type { Box } from './difference';

/** Two pages of one size in pixels; what is sent is gone from here. */
export interface Job {
  before: ImageBitmap;
  after: ImageBitmap;
  width: number;
  height: number;
  tolerance: number;
}

export interface Found {
  picture: ImageBitmap;
  boxes: Box[];
  changed: number;
}

/** Looks for what differs in a thread of its own; `signal` stops it. */
export function findDifference(job: Job, signal: AbortSignal): Promise<Found> {
  const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
  const { promise, resolve, reject } = Promise.withResolvers<Found>();
  worker.addEventListener('message', ({ data }: MessageEvent<Found | { failed: string }>) => {
    if ('failed' in data) reject(new Error(data.failed));
    else resolve(data);
  });
  worker.addEventListener('error', (event) => reject(new Error(event.message || 'the worker failed')));
  signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
  worker.postMessage(job, [job.before, job.after]);
  return promise.finally(() => worker.terminate());
}
