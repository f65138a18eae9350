import { getDocument, PasswordResponses, type PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import type { Size } from '../../engine';
import type { Progress } from '@/shared/files/fetchFile';
import type { RemoteFile } from '../file/remoteFile';
import { Ranges } from './ranges';
import { sizeOf } from './render';
import { leave, takeWorker } from './threads';

export type { PDFDocumentProxy, PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
export { TextLayer } from 'pdfjs-dist/legacy/build/pdf.mjs';

/** The folder where `pdfAssets` puts the files that pdf.js loads at run time. */
const assets = `${import.meta.env.BASE_URL}pdfjs/`;
/** A file of at most this many bytes is read at once. */
const whole = 2 * 1024 * 1024;
/** A file larger than this, in bytes, is only read where the user looks. */
const ahead = 64 * 1024 * 1024;
/**
 * The size in bytes of a range request, for a file that is read completely and for a larger one. A
 * first page needs the end of the file and a few other places. But pdf.js reads the entry of every
 * page before it opens a document, and these may be spread over the whole file. Then few requests
 * matter more than few bytes, unless the file is large.
 */
const chunk = { whole: 512 * 1024, large: 64 * 1024 };

/** Asks for the password of a locked file. `wrong` is set when the last one did not open it. */
export type AskPassword = (wrong: boolean) => Promise<string>;

interface Options {
  signal: AbortSignal;
  progress: Progress;
  password: AskPassword;
}

/** readsAhead reports whether the whole file is read in the background once it is open. */
export const readsAhead = ({ size }: RemoteFile): boolean => size <= ahead;

/** The files that pdf.js loads at run time. */
const support = {
  cMapUrl: `${assets}cmaps/`,
  standardFontDataUrl: `${assets}standard_fonts/`,
  wasmUrl: `${assets}wasm/`,
  iccUrl: `${assets}iccs/`,
  useSystemFonts: false,
  enableXfa: false,
} as const;

/** Opens a PDF from memory in a new worker. `data` is transferred and cannot be used afterwards. */
export async function openBytes(data: Uint8Array<ArrayBuffer>) {
  const worker = takeWorker();
  const task = getDocument({ ...support, data, worker });
  const end = () => void leave(task, worker);
  try {
    return { document: await task.promise, end };
  } catch (error) {
    end();
    throw error;
  }
}

/**
 * Opens a PDF. A small one is read at once, a larger one in parts as the user views them (BD-271).
 */
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
  signal.throwIfAborted();
  const worker = takeWorker();
  const task = getDocument({
    ...source,
    ...support,
    worker,
  });
  let used: string | undefined;
  task.onPassword = (answer: (given: string) => void, reason: number) => {
    void password(reason === PasswordResponses.INCORRECT_PASSWORD).then((given) => {
      used = given;
      answer(given);
    });
  };
  let ended = false;
  const end = () => {
    if (!ended) void leave(task, worker);
    ended = true;
  };
  signal.addEventListener('abort', end, { once: true });
  try {
    const document = await Promise.race([task.promise, broken.promise]);
    const first = await Promise.race([sizeOfPage(document, 1), broken.promise]);
    if (ranges) ranges.isOpen = true;
    broken.promise.catch(end); // From now on every page reports that it cannot be read.
    return { document, first, password: used, end };
  } catch (error) {
    end();
    throw error;
  }
}

/** Returns the size of a page in page pixels, rotated as the file says. */
export const sizeOfPage = async (document: PDFDocumentProxy, number: number): Promise<Size> =>
  sizeOf(await document.getPage(number));
