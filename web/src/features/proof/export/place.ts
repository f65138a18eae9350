import type { PDFPage } from '@cantoo/pdf-lib';
import type { Point, Size } from '../engine';
import { pixelRatio } from '../viewer/zoom';

/** The visible box of a PDF page in points, and how far the page is turned when shown (0, 90, 180, 270). */
export interface Frame {
  x: number;
  y: number;
  width: number;
  height: number;
  turn: number;
}

/** A place on the page as shown, 0..1 from its top left, in the page's own points. */
export function toPoints({ x: u, y: v }: Point, { x, y, width, height, turn }: Frame): Point {
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

/** The width of the page as shown, in points. */
export const shownWidth = ({ width, height, turn }: Frame): number => (turn % 180 === 0 ? width : height);

/** The page as shown, in page pixels. */
export function shownSize(frame: Frame): Size {
  const width = shownWidth(frame);
  const height = width === frame.width ? frame.height : frame.width;
  return { width: width * pixelRatio, height: height * pixelRatio };
}

export function frameOf(page: PDFPage): Frame {
  const { x, y, width, height } = page.getCropBox();
  return { x, y, width, height, turn: page.getRotation().angle };
}

/** `label.png` -> `label_proof.pdf` (BD-281). */
export function proofName(fileName: string): string {
  return `${fileName.replace(/\.[^.]{1,5}$/, '') || fileName}_proof.pdf`;
}

/** `label.png` -> `label_comments`, without an ending. */
export const commentsName = (fileName: string): string =>
  `${fileName.replace(/\.[^.]{1,5}$/, '') || fileName}_comments`;
