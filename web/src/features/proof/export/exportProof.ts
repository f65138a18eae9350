import { PDFDocument, type PDFFont, type PDFImage, type PDFPage, StandardFonts } from '@cantoo/pdf-lib';
import type { Mark, Pin, Size } from '../engine';
import { drawMarks } from './draw/drawMarks';
import { noteDrawn } from './check/noteDrawn';
import { encloseContent, flattenAnnotations } from './draw/ownContent';
import { isPlainPng, jpegOf, pngOf } from './draw/picture';
import { drawWatermark, embedStamp, type Watermark } from './draw/watermark';

const points = 72 / 96;

/** The file that a proof is made from. */
export type Source =
  | { kind: 'img'; blob: Blob; size: Size }
  /** `password` opens a locked file. */
  | { kind: 'pdf'; blob: Blob; password: string | undefined };

/** A page as an image with everything drawn over it. Its size is in page pixels. */
export interface Drawn {
  page: number;
  picture: Blob;
  size: Size;
}

export interface Proof {
  source: Source;
  marks: readonly Mark[];
  pins: readonly Pin[];
  watermark: Watermark | null;
  /**
   * Pages that the library could not write (BY-047). `all` is set when it could not write any page
   * of the file; then these are all its pages.
   */
  drawn?: { pages: readonly Drawn[]; all: boolean };
}

async function picturePage(document: PDFDocument, { picture, size }: Drawn, at: number): Promise<void> {
  const image = await document.embedJpg(await picture.arrayBuffer());
  const page = document.insertPage(at, [size.width * points, size.height * points]);
  page.drawImage(image, { x: 0, y: 0, width: page.getWidth(), height: page.getHeight() });
}

async function pngIn(document: PDFDocument, blob: Blob, size: Size): Promise<PDFImage> {
  const bytes = await blob.arrayBuffer();
  return document.embedPng(isPlainPng(new Uint8Array(bytes)) ? bytes : await pngOf(blob, size, false));
}

async function jpegIn(document: PDFDocument, blob: Blob, size: Size): Promise<PDFImage> {
  return document.embedJpg(await jpegOf(blob, size));
}

async function imagePage(document: PDFDocument, { blob, size }: Extract<Source, { kind: 'img' }>): Promise<PDFPage> {
  const image = blob.type === 'image/png' ? await pngIn(document, blob, size) : await jpegIn(document, blob, size);
  const page = document.addPage([size.width * points, size.height * points]);
  page.drawImage(image, { x: 0, y: 0, width: page.getWidth(), height: page.getHeight() });
  return page;
}

async function opened(source: Source): Promise<PDFDocument> {
  if (source.kind === 'img') {
    const document = await PDFDocument.create();
    await imagePage(document, source);
    return document;
  }
  // An empty password opens a file that only has an owner password.
  return PDFDocument.load(await source.blob.arrayBuffer(), { password: source.password ?? '' });
}

interface Cover {
  own: readonly Mark[];
  pins: readonly Pin[];
  font: PDFFont;
  stamp: PDFImage | null;
  /**
   * Set when the page comes from a file, whose drawing state must not affect what is drawn later.
   */
  encloses: boolean;
}

/**
 * Draws the watermark and the marks over a page. A page that cannot be drawn on stays as it is, and
 * the check finds it (BY-047).
 */
function cover(document: PDFDocument, page: PDFPage, { own, pins, font, stamp, encloses }: Cover): void {
  try {
    if (encloses) {
      encloseContent(document, page);
      flattenAnnotations(page);
    }
    if (stamp) drawWatermark(page, stamp);
    drawMarks(page, font, own, pins);
  } catch {
    // The check finds that this page does not look like the screen.
  }
}

/**
 * Returns the file as a PDF with the marks of a tab drawn over its pages. `progress` receives the
 * percentage of drawn pages.
 */
export async function markedUp(
  { source, marks, pins, watermark, drawn }: Proof,
  progress: (percent: number) => void = () => {},
): Promise<PDFDocument> {
  const document = drawn?.all ? await PDFDocument.create() : await opened(source);
  const pages = drawn?.all ? [] : document.getPages();
  const pictures = new Set(drawn?.pages.map(({ page }) => page));
  const written = pages.flatMap((page, i) => (pictures.has(i + 1) ? [] : [{ page, number: i + 1 }]));
  const font = await document.embedFont(StandardFonts.HelveticaBold);
  const stamp = watermark && (await embedStamp(document, watermark));
  written.forEach(({ page, number }, i) => {
    const own = marks.filter((m) => m.page === number);
    if (own.length > 0 || stamp) cover(document, page, { own, pins, font, stamp, encloses: source.kind === 'pdf' });
    progress(Math.round(((i + 1) / written.length) * 90));
  });
  for (const one of drawn?.pages ?? []) {
    if (!drawn?.all) document.removePage(one.page - 1);
    // oxlint-disable-next-line no-await-in-loop -- pages follow one another
    await picturePage(document, one, one.page - 1);
  }
  if (drawn) await noteDrawn(document, drawn.pages);
  return document;
}
