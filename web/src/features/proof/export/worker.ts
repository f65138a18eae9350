import { answerJobs } from '@/lib/inWorker';
import { markedUp } from './exportProof';
import type { Job } from './job';
import { reportOf } from './report';

answerJobs<Job, Uint8Array<ArrayBuffer>>(
  async (job, progress) => {
    const document = await markedUp(job.proof, progress);
    const whole = job.what === 'report' ? await reportOf(job.report, document) : document;
    return new Uint8Array(await whole.save());
  },
  (bytes) => [bytes.buffer],
);
