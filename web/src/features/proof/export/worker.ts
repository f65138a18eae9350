import { markedUp } from './exportProof';
import type { Answer, Job } from './job';
import { reportOf } from './report';

const answer = (message: Answer, transfer: Transferable[] = []) => self.postMessage(message, { transfer });

async function make(job: Job): Promise<void> {
  const progress = (percent: number) => answer({ percent });
  const document = await markedUp(job.proof, progress);
  const whole = job.what === 'report' ? await reportOf(job.report, document) : document;
  const bytes = new Uint8Array(await whole.save());
  answer({ bytes }, [bytes.buffer]);
}

self.addEventListener('message', ({ data }: MessageEvent<Job>) => {
  make(data).catch((error: unknown) => answer({ failed: error instanceof Error ? error.message : 'unknown' }));
});
