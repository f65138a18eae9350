import { PDFDocument, type PDFPage, StandardFonts } from '@cantoo/pdf-lib';
import type { Mark, Pin, Size } from '../engine';
import { drawMarks } from './drawMarks';
import { jpegOf } from './picture';
import { drawWatermark } from './watermark';

const points = 72 / 96;

/** The file a proof is made of. */
export type Source =
  | { kind: 'img'; blob: Blob; size: Size }
  /** `password` opens it where it is locked. */
  | { kind: 'pdf'; blob: Blob; password: string | undefined };

export interface Proof {
  source: Source;
  marks: readonly Mark[];
  pins: readonly Pin[];
  watermark: { file: Blob; dark: boolean } | null;
}

async function imagePage(document: PDFDocument, { blob, size }: Extract<Source, { kind: 'img' }>): Promise<PDFPage> {
  const image =
    blob.type === 'image/png'
      ? await document.embedPng(await blob.arrayBuffer())
      : await document.embedJpg(await jpegOf(blob, size));
  const page = document.addPage([size.width * points, size.height * points]);
  page.drawImage(image, { x: 0, y: 0, width: page.getWidth(), height: page.getHeight() });
  return page;
}

/** The file as a PDF with the marks of a tab drawn over its pages. `progress` hears how many percent are drawn. */
export async function markedUp(
  { source, marks, pins, watermark }: Proof,
  progress: (percent: number) => void = () => {},
): Promise<PDFDocument> {
  // an empty password opens what only its owner has locked
  const document =
    source.kind === 'pdf'
      ? await PDFDocument.load(await source.blob.arrayBuffer(), { password: source.password ?? '' })
      : await PDFDocument.create();
  const pages = source.kind === 'pdf' ? document.getPages() : [await imagePage(document, source)];
  const font = await document.embedFont(StandardFonts.HelveticaBold);
  if (watermark) await drawWatermark(document, pages, watermark.file, watermark.dark);
  pages.forEach((page, i) => {
    const own = marks.filter((m) => m.page === i + 1);
    if (own.length > 0) drawMarks(page, font, own, pins);
    progress(Math.round(((i + 1) / pages.length) * 90));
  });
  return document;
}
