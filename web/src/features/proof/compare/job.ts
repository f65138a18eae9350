import { inWorker } from '@/lib/inWorker';
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
export const findDifference = (job: Job, signal: AbortSignal): Promise<Found> =>
  inWorker(new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' }), job, {
    transfer: [job.before, job.after],
    signal,
  });
