import { inWorker } from '@/lib/inWorker';
import type { ProofFile } from '../viewer/file/proofFile';
import { Checker } from './check/check';
import type { Proof } from './exportProof';
import { drawnSentence } from './check/noteDrawn';
import type { Report } from './report/report';

/** The request: the marked-up file, or the comments with the marked-up pages. */
export type Job = { what: 'proof'; proof: Proof } | { what: 'report'; proof: Proof; report: Report };

/** The output of the worker: the marked-up file, or a report made from it. */
export type Work =
  { what: 'proof'; proof: Proof } | { what: 'report'; marked: Uint8Array<ArrayBuffer>; report: Report };

const work = (job: Work, progress: (percent: number) => void): Promise<Uint8Array<ArrayBuffer>> =>
  inWorker(new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' }), job, { progress });

/** Maps the progress of one part of the work to the progress of the whole. */
const part = (progress: (percent: number) => void, from: number, to: number) => (percent: number) =>
  progress(Math.round(from + ((to - from) * percent) / 100));

/**
 * Makes a PDF of an open file and reports the percentage that is done. It then opens the PDF and
 * compares it with the screen: pages that differ are drawn as images, and the PDF says so (BY-047).
 */
export async function runJob(
  job: Job,
  file: ProofFile,
  progress: (percent: number) => void,
): Promise<Uint8Array<ArrayBuffer>> {
  const { proof } = job;
  const checker = new Checker(file, proof);
  const drawnAs = async (numbers: readonly number[], all: boolean) => {
    const pages = await checker.draw(numbers, part(progress, 60, 80));
    return work({ what: 'proof', proof: { ...proof, drawn: { pages, all } } }, part(progress, 80, 90));
  };
  const every = Array.from({ length: checker.pages }, (_, i) => i + 1);
  // A file that the library cannot write at all is drawn.
  let made = await work({ what: 'proof', proof }, part(progress, 0, 40)).catch(() => null);
  let pictures = made ? await checker.differing(made, part(progress, 40, 60)) : every;
  if (!made || pictures.length > 0) {
    const some = made && pictures.length < every.length ? drawnAs(pictures, false).catch(() => null) : null;
    made = await some;
    if (!made) pictures = every;
    made ??= await drawnAs(every, true);
  }
  if (job.what === 'proof') return made;
  const report = (from: Uint8Array<ArrayBuffer>, numbers: readonly number[]) => {
    const note = numbers.length > 0 ? [drawnSentence(numbers)] : [];
    const about = [...job.report.about, ...note];
    return work({ what: 'report', marked: from, report: { ...job.report, about } }, part(progress, 90, 100));
  };
  try {
    return await report(made, pictures);
  } catch (error) {
    if (pictures.length === every.length) throw error;
    return report(await drawnAs(every, true), every);
  }
}
