import {
  getDocument,
  GlobalWorkerOptions,
  PasswordResponses,
  PDFWorker,
  type PDFDocumentProxy,
} from 'pdfjs-dist/legacy/build/pdf.mjs';
// oxlint-disable-next-line import/default -- the build gives the address
import workerUrl from 'pdfjs-dist/legacy/build/pdf.worker.min.mjs?url';
import type { Size } from '../../engine';
import type { Progress } from '../fetchFile';
import type { RemoteFile } from '../remoteFile';
import { Ranges } from './ranges';
import { sizeOf } from './render';

export type { PDFDocumentProxy, PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
export { TextLayer } from 'pdfjs-dist/legacy/build/pdf.mjs';

/** Where `pdfAssets` puts what pdf.js reads beside its code. */
const assets = `${import.meta.env.BASE_URL}pdfjs/`;
/** A smaller file is read at once. */
const whole = 2 * 1024 * 1024;
/** Of a larger one only what is looked at is read. */
const ahead = 64 * 1024 * 1024;
/**
 * Asked for at once, of a file that is read whole and of a larger one. A first page needs the end of a file and a few places in
 * it; but pdf.js looks at the entry of every page before it opens a document, and these may lie scattered over all of it: then
 * few requests are worth more than few bytes, unless the bytes are many.
 */
const chunk = { whole: 512 * 1024, large: 64 * 1024 };

let worker: PDFWorker | undefined;

/** The thread that reads PDFs; one is enough for all, and its start takes longer than a page. */
export function startWorker(): PDFWorker {
  GlobalWorkerOptions.workerSrc = workerUrl;
  if (!worker) {
    const started = PDFWorker.create({ name: 'proofs' });
    worker = started;
    // one that could not be started is told by what it was to open; the next one may
    started.promise.catch(() => {
      if (worker === started) worker = undefined;
    });
  }
  return worker;
}

/** Asks for the password of a locked file; `wrong` when the last one did not open it. */
export type AskPassword = (wrong: boolean) => Promise<string>;

interface Options {
  signal: AbortSignal;
  progress: Progress;
  password: AskPassword;
}

/** Whether all of a file is read, in the background, once it is open. */
export const readsAhead = ({ size }: RemoteFile): boolean => size <= ahead;

/** Opens a PDF: a small one read at once, a larger one part by part, as far as it is looked at (BD-271). */
export async function openPdf(file: RemoteFile, { signal, progress, password }: Options) {
  const broken = Promise.withResolvers<never>();
  const ranges = file.size <= whole ? null : new Ranges(file, progress, broken.reject);
  const source = ranges
    ? {
        range: ranges,
        rangeChunkSize: readsAhead(file) ? chunk.whole : chunk.large,
        disableAutoFetch: !readsAhead(file),
      }
    : { data: await (await file.whole(signal, progress)).arrayBuffer() };
  const task = getDocument({
    ...source,
    worker: startWorker(),
    cMapUrl: `${assets}cmaps/`,
    standardFontDataUrl: `${assets}standard_fonts/`,
    wasmUrl: `${assets}wasm/`,
    iccUrl: `${assets}iccs/`,
    useSystemFonts: false,
    enableXfa: false,
  });
  let used: string | undefined;
  task.onPassword = (answer: (given: string) => void, reason: number) => {
    void password(reason === PasswordResponses.INCORRECT_PASSWORD).then((given) => {
      used = given;
      answer(given);
    });
  };
  signal.addEventListener('abort', () => void task.destroy(), { once: true });
  try {
    const document = await Promise.race([task.promise, broken.promise]);
    const first = await Promise.race([sizeOfPage(document, 1), broken.promise]);
    if (ranges) ranges.isOpen = true;
    broken.promise.catch(() => void task.destroy()); // from now on every page says that it cannot be had
    return { document, first, password: used };
  } catch (error) {
    void task.destroy();
    throw error;
  }
}

/** The size of a page in page pixels, turned as the file says. */
export const sizeOfPage = async (document: PDFDocumentProxy, number: number): Promise<Size> =>
  sizeOf(await document.getPage(number));
