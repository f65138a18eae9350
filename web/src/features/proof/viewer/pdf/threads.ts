import { GlobalWorkerOptions, type PDFDocumentLoadingTask, PDFWorker } from 'pdfjs-dist/legacy/build/pdf.mjs';
// oxlint-disable-next-line import/default -- the build gives the address
import workerUrl from 'pdfjs-dist/legacy/build/pdf.worker.min.mjs?url';

/** A document that was left has this long to end; then its thread is ended. */
export const endMs = 2_000;

/** A thread that reads nothing now. Starting one takes longer than drawing a page. */
let spare: PDFWorker | undefined;

function start(): PDFWorker {
  GlobalWorkerOptions.workerSrc = workerUrl;
  const worker = PDFWorker.create({ name: 'proofs' });
  // a document that was to use it reports the failure; the next document starts another one
  worker.promise.catch(() => {
    if (spare === worker) spare = undefined;
  });
  return worker;
}

/** Starts a thread before a document needs it. */
export function startWorker(): void {
  spare ??= start();
}

/** A thread for one document: a file that keeps its thread busy holds up no other file. */
export function takeWorker(): PDFWorker {
  const worker = spare ?? start();
  spare = undefined;
  return worker;
}

/** Ends a document and keeps its thread for the next one; a thread that does not answer within `endMs` is ended. */
export async function leave(task: Pick<PDFDocumentLoadingTask, 'destroy'>, worker: PDFWorker): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), endMs);
  });
  const done = task.destroy().then(
    () => true,
    () => false,
  );
  const answers = await Promise.race([done, late]);
  clearTimeout(timer);
  if (answers && !spare) spare = worker;
  else worker.destroy();
}
