import { PDFName, PDFNumber, type PDFPage } from '@cantoo/pdf-lib';
import type { Point, Size } from '../../engine';
import { pixelRatio } from '../../viewer/zoom/zoom';

/** The visible box of a PDF page in its points, and the rotation of the page (0, 90, 180, 270). */
export interface Frame {
  x: number;
  y: number;
  width: number;
  height: number;
  turn: number;
  /** The number of page pixels per point. */
  pixels: number;
}

/** Converts a position on the page as shown, 0..1 from its top left, to the page's own points. */
export function toPoints({ x: u, y: v }: Point, { x, y, width, height, turn }: Omit<Frame, 'pixels'>): Point {
  switch (((turn % 360) + 360) % 360) {
    case 90:
      return { x: x + v * width, y: y + u * height };
    case 180:
      return { x: x + (1 - u) * width, y: y + v * height };
    case 270:
      return { x: x + (1 - v) * width, y: y + (1 - u) * height };
    default:
      return { x: x + u * width, y: y + (1 - v) * height };
  }
}

/** Returns the width of the page as shown, in points. */
export const shownWidth = ({ width, height, turn }: Pick<Frame, 'width' | 'height' | 'turn'>): number =>
  turn % 180 === 0 ? width : height;

/** Returns the size of the page as shown, in page pixels. */
export function shownSize(frame: Frame): Size {
  const width = shownWidth(frame);
  const height = width === frame.width ? frame.height : frame.width;
  return { width: width * frame.pixels, height: height * frame.pixels };
}

/** Returns a box from its lower left corner, whichever corners the file names. */
function upright({ x, y, width, height }: Rectangle): Rectangle {
  return {
    x: Math.min(x, x + width),
    y: Math.min(y, y + height),
    width: Math.abs(width),
    height: Math.abs(height),
  };
}
type Rectangle = Pick<Frame, 'x' | 'y' | 'width' | 'height'>;

/**
 * Returns the box that the viewer shows of a page: the part of its crop box inside its media box,
 * or the media box when there is none.
 */
export function visibleBox(media: Rectangle, crop: Rectangle): Rectangle {
  const [all, part] = [upright(media), upright(crop)];
  const x = Math.max(all.x, part.x);
  const y = Math.max(all.y, part.y);
  const width = Math.min(all.x + all.width, part.x + part.width) - x;
  const height = Math.min(all.y + all.height, part.y + part.height) - y;
  return width > 0 && height > 0 ? { x, y, width, height } : all;
}

export function frameOf(page: PDFPage): Frame {
  const unit = page.node.lookupMaybe(PDFName.of('UserUnit'), PDFNumber)?.asNumber() ?? 1;
  return {
    ...visibleBox(page.getMediaBox(), page.getCropBox()),
    turn: page.getRotation().angle,
    pixels: pixelRatio * (unit > 0 ? unit : 1),
  };
}

/** Returns the name of a proof: `label.png` -> `label_proof.pdf` (BD-281). */
export function proofName(fileName: string): string {
  return `${fileName.replace(/\.[^.]{1,5}$/, '') || fileName}_proof.pdf`;
}

/** Returns the name of a comment export without extension: `label.png` -> `label_comments`. */
export const commentsName = (fileName: string): string =>
  `${fileName.replace(/\.[^.]{1,5}$/, '') || fileName}_comments`;
