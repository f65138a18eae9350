import {
  getDocument,
  GlobalWorkerOptions,
  PasswordResponses,
  PDFDataRangeTransport,
  PDFWorker,
  type PDFDocumentProxy,
} from 'pdfjs-dist/legacy/build/pdf.mjs';
// oxlint-disable-next-line import/default -- the build gives the address
import workerUrl from 'pdfjs-dist/legacy/build/pdf.worker.min.mjs?url';
import type { Size } from '../../engine';
import type { Progress } from '../fetchFile';
import type { RemoteFile } from '../remoteFile';
import { sizeOf } from './render';

export type { PDFDocumentProxy, PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
export { TextLayer } from 'pdfjs-dist/legacy/build/pdf.mjs';

/** Where `pdfAssets` puts what pdf.js reads beside its code. */
const assets = `${import.meta.env.BASE_URL}pdfjs/`;
/**
 * Asked for at once. A first page needs the end of a file and a few places in it; but pdf.js looks at every page's entry up to
 * the last one before it opens a document, one request after the other where they lie scattered.
 */
const chunk = 512 * 1024;
/** A smaller file is read at once. */
const whole = 2 * 1024 * 1024;
/** Of a larger one only what is looked at is read. */
const ahead = 64 * 1024 * 1024;
const tries = 3;

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

/** Gives pdf.js the parts of a file that it asks for. What cannot be had ends the opening. */
class Ranges extends PDFDataRangeTransport {
  readonly #stop = new AbortController();
  #read = 0;

  constructor(
    private readonly file: RemoteFile,
    private readonly progress: Progress,
    private readonly failed: (error: unknown) => void,
  ) {
    super(file.size, null);
  }

  override requestDataRange(begin: number, end: number): void {
    this.#get(begin, end).then(
      (bytes) => {
        this.#read += bytes.byteLength;
        this.progress(Math.min(99, Math.floor((this.#read / this.file.size) * 100)));
        this.onDataRange(begin, bytes);
      },
      (error: unknown) => {
        if (!this.#stop.signal.aborted) this.failed(error);
      },
    );
  }

  async #get(begin: number, end: number): Promise<Uint8Array> {
    for (let left = tries; ; left -= 1) {
      try {
        // oxlint-disable-next-line no-await-in-loop -- one try after the other
        return await this.file.range(begin, end, this.#stop.signal);
      } catch (error) {
        if (left <= 1 || this.#stop.signal.aborted) throw error;
      }
    }
  }

  override abort(): void {
    this.#stop.abort();
  }
}

/** Whether all of a file is read, in the background, once it is open. */
export const readsAhead = ({ size }: RemoteFile): boolean => size <= ahead;

/** Opens a PDF: a small one read at once, a larger one part by part, as far as it is looked at (BD-271). */
export async function openPdf(file: RemoteFile, { signal, progress, password }: Options) {
  const broken = Promise.withResolvers<never>();
  const source =
    file.size <= whole
      ? { data: await (await file.whole(signal, progress)).arrayBuffer() }
      : {
          range: new Ranges(file, progress, broken.reject),
          rangeChunkSize: chunk,
          disableAutoFetch: !readsAhead(file),
        };
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
    return { document, first: await Promise.race([sizeOfPage(document, 1), broken.promise]), password: used };
  } catch (error) {
    void task.destroy();
    throw error;
  }
}

/** The size of a page in page pixels, turned as the file says. */
export const sizeOfPage = async (document: PDFDocumentProxy, number: number): Promise<Size> =>
  sizeOf(await document.getPage(number));
