import { degrees, type PDFDocument, type PDFImage, type PDFPage } from '@cantoo/pdf-lib';
import type { Point, Size } from '../../engine';
import { pngOf } from './picture';
import { frameOf, shownSize, toPoints } from './place';

/** The size of a watermark tile, in page pixels (BD-282). */
export const tile = { width: 194, height: 58 } as const;
const opacity = 0.5;

export interface Watermark {
  file: Blob;
  /** Set when the artwork is dark, which makes the watermark light (BD-283, D-19). */
  dark: boolean;
}

/** Returns the watermark image at twice its size, so that it stays sharp. */
export const stampOf = ({ file, dark }: Watermark): Promise<ArrayBuffer> =>
  pngOf(file, { width: tile.width * 2, height: tile.height * 2 }, dark);

/** Returns the top left corners of the tiles that cover a page as shown, in page pixels. */
export function tilesOn({ width, height }: Size): Point[] {
  const rows = Math.ceil(height / tile.height);
  const columns = Math.ceil(width / tile.width);
  return Array.from({ length: rows * columns }, (_, i) => ({
    x: (i % columns) * tile.width,
    y: Math.floor(i / columns) * tile.height,
  }));
}

/** Embeds the watermark in a document, once for all its pages. */
export const embedStamp = async (document: PDFDocument, watermark: Watermark): Promise<PDFImage> =>
  document.embedPng(await stampOf(watermark));

/** Tiles the watermark over a page, upright on the screen. */
export function drawWatermark(page: PDFPage, stamp: PDFImage): void {
  const frame = frameOf(page);
  const size = shownSize(frame);
  const drawn = {
    width: tile.width / frame.pixels,
    height: tile.height / frame.pixels,
    rotate: degrees(frame.turn),
    opacity,
  };
  for (const { x, y } of tilesOn(size)) {
    const corner = { x: x / size.width, y: (y + tile.height) / size.height };
    page.drawImage(stamp, { ...toPoints(corner, frame), ...drawn });
  }
}

/**
 * Tiles the watermark over a page of this size. `scale` is the number of canvas pixels per page
 * pixel.
 */
export function paintWatermark(context: CanvasRenderingContext2D, stamp: ImageBitmap, size: Size, scale: number): void {
  context.globalAlpha = opacity;
  for (const { x, y } of tilesOn(size)) {
    context.drawImage(stamp, x * scale, y * scale, tile.width * scale, tile.height * scale);
  }
  context.globalAlpha = 1;
}
