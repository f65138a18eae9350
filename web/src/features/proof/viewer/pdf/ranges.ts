import { PDFDataRangeTransport } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { type Progress, ResponseError, SilenceError } from '../fetchFile';
import type { RemoteFile } from '../remoteFile';

const tries = 3;
/** How long a part waits before it is asked for again. */
export const againMs = 2_000;

/** Whether a part may be had later: no connection, a store in trouble, or no new link just now. Any other refusal is final. */
const passes = (error: unknown): boolean =>
  !(error instanceof ResponseError) || error.status === 403 || error.status === 429 || error.status >= 500;

/** Gives pdf.js the parts of a file that it asks for. */
export class Ranges extends PDFDataRangeTransport {
  /** Somebody reads in the file: what may pass is waited for, rather than told. */
  isOpen = false;
  readonly #stop = new AbortController();
  #read = 0;

  /** `failed` is called when a part cannot be loaded. */
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
    for (let tried = 1; ; tried += 1) {
      try {
        // oxlint-disable-next-line no-await-in-loop -- one try after the other
        return await this.file.range(begin, end, this.#stop.signal);
      } catch (error) {
        const waits = this.isOpen && passes(error);
        const last = tried >= tries || error instanceof SilenceError;
        if (this.#stop.signal.aborted || (last && !waits)) throw error;
        // oxlint-disable-next-line no-await-in-loop -- the same
        if (waits) await new Promise((resolve) => setTimeout(resolve, againMs));
        this.#stop.signal.throwIfAborted();
      }
    }
  }

  override abort(): void {
    this.#stop.abort();
  }
}
