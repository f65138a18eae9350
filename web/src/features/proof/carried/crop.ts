import { bounds, isDot, type Mark, type Size } from '../engine';
import type { ProofFile } from '../viewer/file/proofFile';
import { drawOnce, sizeOf } from '../viewer/pdf/render';

/** A part of a page, in page pixels. */
export interface Part {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** The aspect ratio, width to height. */
const shape = 4 / 3;
/**
 * A crop shows at least this share of the page's shorter side, so that its place can be recognised.
 */
const least = 0.22;
const around = 1.6;

const within = (start: number, length: number, room: number): number =>
  Math.min(Math.max(0, start), Math.max(0, room - length));

/** Returns the part of the page around a mark that shows what the mark is about. */
export function partOf(mark: Mark, size: Size): Part {
  const [low, high] = bounds(mark);
  const reach = mark.kind === 'circle' && !isDot(mark, size) ? mark.radius * size.width : 0;
  const wide = (high.x - low.x) * size.width + 2 * reach;
  const tall = (high.y - low.y) * size.height + 2 * reach;
  const smallest = least * Math.min(size.width, size.height);
  const width = Math.min(size.width, Math.max(wide * around, tall * around * shape, smallest * shape));
  const height = Math.min(size.height, width / shape);
  const middle = { x: ((low.x + high.x) / 2) * size.width, y: ((low.y + high.y) / 2) * size.height };
  return {
    x: within(middle.x - width / 2, width, size.width),
    y: within(middle.y - height / 2, height, size.height),
    width,
    height,
  };
}

/**
 * Draws a part of a page into a canvas of this width. Returns null when the file has no such page.
 */
export async function drawPart(
  file: ProofFile,
  number: number,
  partIn: (size: Size) => Part,
  width: number,
  signal: AbortSignal,
): Promise<HTMLCanvasElement | null> {
  if (file.kind === 'pdf') {
    if (number > file.document.numPages) return null;
    const page = await file.document.getPage(number);
    const cut = partIn(sizeOf(page));
    const by = width / cut.width;
    const part = { x: cut.x * by, y: cut.y * by, width, height: cut.height * by };
    return drawOnce(page, { by, part }, signal);
  }
  if (number !== 1) return null;
  const { x, y, ...cut } = partIn(file.size);
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(width));
  canvas.height = Math.max(1, Math.round((cut.height * width) / cut.width));
  const image = new Image();
  image.src = file.url;
  await image.decode();
  canvas.getContext('2d')?.drawImage(image, x, y, cut.width, cut.height, 0, 0, canvas.width, canvas.height);
  return canvas;
}
