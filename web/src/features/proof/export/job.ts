import type { Proof } from './exportProof';
import type { Report } from './report';

/** What the worker makes: the marked-up file, or the comments with the marked-up pages. */
export type Job = { what: 'proof'; proof: Proof } | { what: 'report'; proof: Proof; report: Report };

export type Answer = { percent: number } | { bytes: Uint8Array<ArrayBuffer> } | { failed: string };

/** Makes a PDF in a thread of its own, so that the page stays quick, telling how many percent are done. */
export function runJob(job: Job, progress: (percent: number) => void): Promise<Uint8Array<ArrayBuffer>> {
  const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
  const { promise, resolve, reject } = Promise.withResolvers<Uint8Array<ArrayBuffer>>();
  worker.addEventListener('message', ({ data }: MessageEvent<Answer>) => {
    if ('percent' in data) progress(data.percent);
    else if ('bytes' in data) resolve(data.bytes);
    else reject(new Error(data.failed));
  });
  worker.addEventListener('error', (event) => reject(new Error(event.message || 'the worker failed')));
  worker.postMessage(job);
  return promise.finally(() => worker.terminate());
}
