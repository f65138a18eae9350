import type { Size } from '../engine';
import type { ProofFile } from '../viewer/useFile';
import { drawOnce, sizeOf as sizeOfSheet } from '../viewer/pdf/render';

/** A compared page has at most this many pixels a side. */
export const longest = 4000;
/** How alike two shapes are that are laid over each other as one. */
const alike = 0.01;

/** The page as the file has it, in page pixels; null when the file has no such page. */
export async function sizeOf(file: ProofFile, number: number): Promise<Size | null> {
  if (file.kind === 'img') return number === 1 ? file.size : null;
  return number > file.document.numPages ? null : sizeOfSheet(await file.document.getPage(number));
}

/**
 * The sizes in which two pages are compared: of one shape, the second in the size of the first; else each as large as it
 * is, from the top left. A document is drawn twice as sharp as on the screen, nothing larger than `longest`.
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
