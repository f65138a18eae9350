import { PDFDataRangeTransport } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { type Progress, ResponseError, SilenceError } from '@/shared/files/fetchFile';
import type { RemoteFile } from '../file/remoteFile';

const tries = 3;
/** The delay in ms before a range is requested again. */
export const againMs = 2_000;

/**
 * Reports whether a failure is temporary: no connection, an error of the store, or no fresh link at
 * the moment. Any other refusal is final.
 */
const passes = (error: unknown): boolean =>
  !(error instanceof ResponseError) || error.status === 403 || error.status === 429 || error.status >= 500;

/** Loads the ranges of a file that pdf.js requests. */
export class Ranges extends PDFDataRangeTransport {
  /** Set once the file is open. From then on temporary failures are retried instead of reported. */
  isOpen = false;
  readonly #stop = new AbortController();
  #read = 0;

  /** `failed` is called when a range cannot be loaded. */
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
        // oxlint-disable-next-line no-await-in-loop -- attempts follow one another
        return await this.file.range(begin, end, this.#stop.signal);
      } catch (error) {
        const waits = this.isOpen && passes(error);
        const last = tried >= tries || error instanceof SilenceError;
        if (this.#stop.signal.aborted || (last && !waits)) throw error;
        // oxlint-disable-next-line no-await-in-loop -- the pause between two attempts
        if (waits) await new Promise((resolve) => setTimeout(resolve, againMs));
        this.#stop.signal.throwIfAborted();
      }
    }
  }

  override abort(): void {
    this.#stop.abort();
  }
}
