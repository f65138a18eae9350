import { PDFDocument, type PDFPage, StandardFonts } from '@cantoo/pdf-lib';
import type { Mark, Pin, Size } from '../engine';
import { drawMarks } from './drawMarks';
import { drawWatermark } from './watermark';

const points = 72 / 96;

export interface Proof {
  kind: 'image' | 'pdf';
  blob: Blob;
  pages: readonly Size[];
  marks: readonly Mark[];
  pins: readonly Pin[];
  watermark: { file: Blob; dark: boolean } | null;
}

/** A picture as a browser shows it, turned and decoded, in a format PDF knows. */
async function asJpeg(blob: Blob, { width, height }: Size): Promise<ArrayBuffer> {
  const image = await createImageBitmap(blob);
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  const context = canvas.getContext('2d');
  if (!context) throw new Error('no canvas');
  context.fillStyle = '#ffffff';
  context.fillRect(0, 0, width, height);
  context.drawImage(image, 0, 0, width, height);
  const jpeg = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', 0.95));
  if (!jpeg) throw new Error('no picture');
  return jpeg.arrayBuffer();
}

async function imagePage(document: PDFDocument, { blob, pages }: Proof): Promise<PDFPage[]> {
  const [size] = pages;
  if (!size) return [];
  const image =
    blob.type === 'image/png'
      ? await document.embedPng(await blob.arrayBuffer())
      : await document.embedJpg(await asJpeg(blob, size));
  const page = document.addPage([size.width * points, size.height * points]);
  page.drawImage(image, { x: 0, y: 0, width: page.getWidth(), height: page.getHeight() });
  return [page];
}

/** The proof with the marks of the tab on screen, as a PDF. */
export async function exportProof(proof: Proof): Promise<Uint8Array<ArrayBuffer>> {
  // an empty password opens what only its owner has locked
  const document =
    proof.kind === 'pdf'
      ? await PDFDocument.load(await proof.blob.arrayBuffer(), { password: '' })
      : await PDFDocument.create();
  const pages = proof.kind === 'pdf' ? document.getPages() : await imagePage(document, proof);
  const font = await document.embedFont(StandardFonts.HelveticaBold);
  if (proof.watermark) await drawWatermark(document, pages, proof.watermark.file, proof.watermark.dark);
  pages.forEach((page, i) => {
    const size = proof.pages[i];
    if (size)
      drawMarks(
        page,
        font,
        size,
        proof.marks.filter((m) => m.page === i + 1),
        proof.pins,
      );
  });
  return new Uint8Array(await document.save());
}
