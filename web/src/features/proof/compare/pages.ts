import type { Size } from '../engine';
import type { ProofFile } from '../viewer/file/proofFile';
import { drawOnce, sizeOf as sizeOfSheet } from '../viewer/pdf/render';

/** The longest side of a compared page, in pixels. */
export const longest = 4000;
/** The largest difference between two aspect ratios that still count as equal. */
const alike = 0.01;

/** Returns the size of the page in page pixels, or null when the file has no such page. */
export async function sizeOf(file: ProofFile, number: number): Promise<Size | null> {
  if (file.kind === 'img') return number === 1 ? file.size : null;
  return number > file.document.numPages ? null : sizeOfSheet(await file.document.getPage(number));
}

/**
 * Returns the sizes in which two pages are compared. With the same aspect ratio the second gets the
 * size of the first; otherwise both keep their sizes, aligned at the top left. A document is drawn
 * at twice the screen's resolution, with no side over `longest`.
 */
export function together(before: Size, after: Size, sharp: number): { before: Size; after: Size; sheet: Size } {
  const same =
    Math.abs(before.width / before.height - after.width / after.height) / (before.width / before.height) <= alike;
  const other = same ? before : after;
  const wide = Math.max(before.width, other.width);
  const high = Math.max(before.height, other.height);
  const scale = Math.min(sharp, longest / Math.max(wide, high));
  const scaled = ({ width, height }: Size): Size => ({
    width: Math.max(1, Math.round(width * scale)),
    height: Math.max(1, Math.round(height * scale)),
  });
  return { before: scaled(before), after: scaled(other), sheet: scaled({ width: wide, height: high }) };
}

/** Draws a page in this size. */
export async function bitmapOf(file: ProofFile, number: number, { width, height }: Size, signal: AbortSignal) {
  if (file.kind === 'img') {
    return createImageBitmap(await file.blob(), { resizeWidth: width, resizeHeight: height, resizeQuality: 'high' });
  }
  const page = await file.document.getPage(number);
  return createImageBitmap(await drawOnce(page, { by: width / sizeOfSheet(page).width }, signal));
}
