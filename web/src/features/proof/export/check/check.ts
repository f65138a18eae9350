import { anchor, type Size } from '../../engine';
import { openBytes } from '../../viewer/pdf/open';
import { renderPage, sizeOf } from '../../viewer/pdf/render';
import type { ProofFile } from '../../viewer/file/proofFile';
import { CannotExport } from './cannotExport';
import { same } from './compareInk';
import type { Drawn, Proof } from '../exportProof';
import { inkOf, paintInk, pinRadius } from '../draw/ink';
import { paintWatermark, stampOf } from '../draw/watermark';

/** The longer side of the compared images, in pixels. */
const compared = 1200;
/**
 * A document of at most this many pages is compared completely. In a longer one only the pages with
 * marks are, unless it is encrypted or has a watermark.
 */
const short = 30;
const dpi = 300;
/** The most pixels in the image of a page. */
const mostPixels = 36_000_000;
/** The most pages that are drawn as images. More would take minutes and hundreds of megabytes. */
const mostPictures = 200;

/**
 * Draws the page as the screen shows it, without marks, at `scale` pixels per page pixel. Pixels at
 * the edges may be cut off.
 */
async function screenPage(file: ProofFile, number: number, by: (size: Size) => number, signal: AbortSignal) {
  if (file.kind === 'pdf') {
    const page = await file.document.getPage(number);
    const size = sizeOf(page);
    const scale = by(size);
    return { size, scale, canvas: await renderPage(page, { by: scale }, signal) };
  }
  const scale = by(file.size);
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.floor(file.size.width * scale));
  canvas.height = Math.max(1, Math.floor(file.size.height * scale));
  const image = new Image();
  image.src = file.url;
  await image.decode();
  const context = contextOf(canvas);
  context.fillStyle = '#ffffff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(image, 0, 0, file.size.width * scale, file.size.height * scale);
  return { size: file.size, scale, canvas };
}

function contextOf(canvas: HTMLCanvasElement): CanvasRenderingContext2D {
  const context = canvas.getContext('2d');
  if (!context) throw new Error('no canvas');
  return context;
}

const fitting = ({ width, height }: Size): number => compared / Math.max(width, height);
const sharp = ({ width, height }: Size): number => Math.min(dpi / 96, Math.sqrt(mostPixels / (width * height)));

/** Compares an exported proof with the screen and draws the pages that differ (BY-047). */
export class Checker {
  readonly #stamp: Promise<ImageBitmap> | null;
  readonly #signal = new AbortController().signal;

  constructor(
    private readonly file: ProofFile,
    private readonly proof: Proof,
  ) {
    const { watermark } = proof;
    this.#stamp = watermark && stampOf(watermark).then((bytes) => createImageBitmap(new Blob([bytes])));
  }

  get pages(): number {
    return this.file.kind === 'pdf' ? this.file.document.numPages : 1;
  }

  /**
   * Returns the pages that differ from the screen, or all pages when the export cannot be opened.
   */
  async differing(made: Uint8Array, progress: (percent: number) => void): Promise<number[]> {
    const all = Array.from({ length: this.pages }, (_, i) => i + 1);
    const marked = new Set(this.proof.marks.map(({ page }) => page));
    const encrypted = this.file.kind === 'pdf' && (await isEncrypted(this.file));
    const wanted = all.filter((page) => marked.has(page) || all.length <= short || encrypted || this.#stamp);
    const result = await openBytes(made.slice()).catch(() => null);
    if (!result) return all;
    try {
      const wrong: number[] = [];
      for (const [i, number] of wanted.entries()) {
        // oxlint-disable-next-line no-await-in-loop -- in sequence, because each page needs a canvas
        if (!(await this.#looksTheSame(result.document, number))) wrong.push(number);
        progress(Math.round(((i + 1) / wanted.length) * 100));
      }
      return wrong;
    } finally {
      result.end();
    }
  }

  /** Draws pages as images at 300 dpi with everything that belongs over them. */
  async draw(numbers: readonly number[], progress: (percent: number) => void): Promise<Drawn[]> {
    if (numbers.length > mostPictures) {
      throw new CannotExport(
        `This file cannot be written with its marks, and its ${numbers.length} pages are too many to be drawn as pictures.`,
      );
    }
    const drawn: Drawn[] = [];
    for (const [i, page] of numbers.entries()) {
      // oxlint-disable-next-line no-await-in-loop -- in sequence, because each page needs a large canvas
      const { size, canvas } = await this.#expected(page, sharp);
      // oxlint-disable-next-line no-await-in-loop -- in sequence, because each page needs a large canvas
      const picture = await new Promise<Blob | null>((made) => {
        canvas.toBlob(made, 'image/jpeg', 0.92);
      });
      canvas.width = 0; // Frees the memory at once.
      if (!picture) throw new Error('the page is too large for a picture');
      drawn.push({ page, picture, size });
      progress(Math.round(((i + 1) / numbers.length) * 100));
    }
    return drawn;
  }

  /** Draws the screen's page with the watermark and the marks over it. */
  async #expected(number: number, by: (size: Size) => number) {
    const { size, scale, canvas } = await screenPage(this.file, number, by, this.#signal);
    const context = contextOf(canvas);
    context.setTransform(1, 0, 0, 1, 0, 0);
    if (this.#stamp) paintWatermark(context, await this.#stamp, size, scale);
    const marks = this.proof.marks.filter(({ page }) => page === number);
    paintInk(context, inkOf(marks, this.proof.pins, size), size, scale);
    return { size, scale, canvas, context, marks };
  }

  async #looksTheSame(document: Awaited<ReturnType<typeof openBytes>>['document'], number: number): Promise<boolean> {
    try {
      const page = await document.getPage(number);
      const { size, scale, canvas, context, marks } = await this.#expected(number, fitting);
      const made = sizeOf(page);
      if (Math.abs(made.width - size.width) > 1 || Math.abs(made.height - size.height) > 1) return false;
      // Both images need the same size, however their sizes were rounded.
      const part = { x: 0, y: 0, width: canvas.width, height: canvas.height };
      const ours = await renderPage(page, { by: scale, part }, this.#signal);
      page.cleanup();
      // The numbers of pins may use another font, so they are not compared.
      const holes = marks.map((mark) => {
        const at = anchor(mark, size);
        return {
          at: { x: at.x * size.width * scale, y: at.y * size.height * scale },
          radius: 0.7 * pinRadius(size) * scale,
        };
      });
      const pixels = (from: CanvasRenderingContext2D) => from.getImageData(0, 0, canvas.width, canvas.height);
      return same(pixels(context), pixels(contextOf(ours)), holes);
    } catch {
      return false;
    }
  }
}

async function isEncrypted(file: Extract<ProofFile, { kind: 'pdf' }>): Promise<boolean> {
  const { info } = await file.document.getMetadata();
  return 'EncryptFilterName' in info && Boolean(info.EncryptFilterName);
}
