import { PDFDocument } from '@cantoo/pdf-lib';
import { answerJobs } from '@/lib/inWorker';
import { markedUp } from './exportProof';
import type { Work } from './job';
import { reportOf } from './report/report';

answerJobs<Work, Uint8Array<ArrayBuffer>>(
  async (job, progress) => {
    const document =
      job.what === 'report'
        ? await reportOf(job.report, await PDFDocument.load(job.marked))
        : await markedUp(job.proof, progress);
    return new Uint8Array(await document.save());
  },
  (bytes) => [bytes.buffer],
);
