import type { PDFDocument, PDFPage } from '@cantoo/pdf-lib';

/** Tiles of the watermark, in pixels (BD-282). */
export const tile = { width: 194, height: 58 } as const;
const points = 72 / 96;

/** The watermark as it goes over the proof; on a dark ground it is made light (D-19). */
async function picture(file: Blob, dark: boolean): Promise<ArrayBuffer> {
  const image = await createImageBitmap(file);
  const canvas = document.createElement('canvas');
  canvas.width = tile.width * 2;
  canvas.height = tile.height * 2;
  const context = canvas.getContext('2d');
  if (!context) throw new Error('no canvas');
  if (dark) context.filter = 'brightness(0) invert(1)';
  context.drawImage(image, 0, 0, canvas.width, canvas.height);
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
  if (!blob) throw new Error('no picture');
  return blob.arrayBuffer();
}

/** Tiles the watermark over every page. */
export async function drawWatermark(
  document: PDFDocument,
  pages: readonly PDFPage[],
  file: Blob,
  dark: boolean,
): Promise<void> {
  const stamp = await document.embedPng(await picture(file, dark));
  const [width, height] = [tile.width * points, tile.height * points];
  for (const page of pages) {
    const box = page.getCropBox();
    for (let y = box.y; y < box.y + box.height; y += height) {
      for (let x = box.x; x < box.x + box.width; x += width) {
        page.drawImage(stamp, { x, y, width, height, opacity: 0.5 });
      }
    }
  }
}
