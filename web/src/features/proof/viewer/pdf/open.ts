import { getDocument, PasswordResponses, type PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import type { Size } from '../../engine';
import type { Progress } from '../fetchFile';
import type { RemoteFile } from '../remoteFile';
import { Ranges } from './ranges';
import { sizeOf } from './render';
import { leave, takeWorker } from './threads';

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

/** Asks for the password of a locked file; `wrong` when the last one did not open it. */
export type AskPassword = (wrong: boolean) => Promise<string>;

interface Options {
  signal: AbortSignal;
  progress: Progress;
  password: AskPassword;
}

/** Whether all of a file is read, in the background, once it is open. */
export const readsAhead = ({ size }: RemoteFile): boolean => size <= ahead;

/** What pdf.js reads beside its code. */
const support = {
  cMapUrl: `${assets}cmaps/`,
  standardFontDataUrl: `${assets}standard_fonts/`,
  wasmUrl: `${assets}wasm/`,
  iccUrl: `${assets}iccs/`,
  useSystemFonts: false,
  enableXfa: false,
} as const;

/** Opens a PDF that is in memory, in a thread of its own; `data` is gone from here. */
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
    broken.promise.catch(end); // from now on every page says that it cannot be had
    return { document, first, password: used, end };
  } catch (error) {
    end();
    throw error;
  }
}

/** The size of a page in page pixels, turned as the file says. */
export const sizeOfPage = async (document: PDFDocumentProxy, number: number): Promise<Size> =>
  sizeOf(await document.getPage(number));
