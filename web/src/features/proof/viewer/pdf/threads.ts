import { GlobalWorkerOptions, type PDFDocumentLoadingTask, PDFWorker } from 'pdfjs-dist/legacy/build/pdf.mjs';
// oxlint-disable-next-line import/default -- the build resolves the import to an address
import workerUrl from 'pdfjs-dist/legacy/build/pdf.worker.min.mjs?url';

/** The time in ms that a closed document has to end before its worker is terminated. */
export const endMs = 2_000;

/** An idle worker. Starting one takes longer than drawing a page. */
let spare: PDFWorker | undefined;

function start(): PDFWorker {
  GlobalWorkerOptions.workerSrc = workerUrl;
  const worker = PDFWorker.create({ name: 'proofs' });
  // The document that was to use this worker reports the failure. The next document starts another
  // one.
  worker.promise.catch(() => {
    if (spare === worker) spare = undefined;
  });
  return worker;
}

/** Starts a worker before a document needs it. */
export function startWorker(): void {
  spare ??= start();
}

/**
 * Returns a worker for one document. Each document has its own, so that a file that keeps its
 * worker busy does not delay other files.
 */
export function takeWorker(): PDFWorker {
  const worker = spare ?? start();
  spare = undefined;
  return worker;
}

/**
 * Closes a document and keeps its worker for the next one. A worker that does not answer within
 * `endMs` is terminated.
 */
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
