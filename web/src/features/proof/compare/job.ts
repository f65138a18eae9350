import { inWorker } from '@/lib/inWorker';
import type { Box } from './difference';

/**
 * Two pages of the same size in pixels. Sending a job transfers its pixels, so the sender no longer
 * has them.
 */
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

/** Computes the difference in a worker. `signal` stops it. */
export const findDifference = (job: Job, signal: AbortSignal): Promise<Found> =>
  inWorker(new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' }), job, {
    transfer: [job.before, job.after],
    signal,
  });
