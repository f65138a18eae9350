import type { PDFDocument, PDFPage } from '@cantoo/pdf-lib';
import { pngOf } from './picture';

/** Tiles of the watermark, in pixels (BD-282). */
export const tile = { width: 194, height: 58 } as const;
const points = 72 / 96;

/** Tiles the watermark over every page. */
export async function drawWatermark(
  document: PDFDocument,
  pages: readonly PDFPage[],
  file: Blob,
  dark: boolean,
): Promise<void> {
  // drawn at twice its size, so that it stays sharp; on a dark ground it is made light (D-19)
  const size = { width: tile.width * 2, height: tile.height * 2 };
  const stamp = await document.embedPng(await pngOf(file, size, dark));
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
