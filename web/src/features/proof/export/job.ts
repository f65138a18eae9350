import { inWorker } from '@/lib/inWorker';
import type { Proof } from './exportProof';
import type { Report } from './report';

/** What the worker makes: the marked-up file, or the comments with the marked-up pages. */
export type Job = { what: 'proof'; proof: Proof } | { what: 'report'; proof: Proof; report: Report };

/** Makes a PDF in a thread of its own, telling how many percent are done. */
export const runJob = (job: Job, progress: (percent: number) => void): Promise<Uint8Array<ArrayBuffer>> =>
  inWorker(new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' }), job, { progress });
