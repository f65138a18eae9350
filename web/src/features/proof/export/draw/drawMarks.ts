import { degrees, type PDFFont, type PDFPage, rgb } from '@cantoo/pdf-lib';
import type { Mark, Pin } from '../../engine';
import { type Ink, inkOf } from './ink';
import { type Frame, frameOf, shownSize, toPoints } from './place';

function colorOf(paint: string) {
  const [, r = '25', g = '63', b = 'eb'] = /^#(..)(..)(..)/.exec(paint) ?? [];
  const part = (hex: string) => Number.parseInt(hex, 16) / 255;
  return rgb(part(r), part(g), part(b));
}

function drawInk(page: PDFPage, font: PDFFont, frame: Frame, ink: Ink): void {
  const size = shownSize(frame);
  const color = colorOf(ink.color);
  const points = (pixels: number) => pixels / frame.pixels;
  switch (ink.kind) {
    case 'path':
      ink.points.slice(1).forEach((to, i) => {
        const from = ink.points[i];
        if (!from) return;
        const ends = { start: toPoints(from, frame), end: toPoints(to, frame) };
        page.drawLine({ ...ends, thickness: points(ink.width), color, lineCap: 1 });
      });
      break;
    case 'ring': {
      const radius = points(ink.radius);
      const at = { ...toPoints(ink.at, frame), xScale: radius, yScale: radius };
      page.drawEllipse({ ...at, borderWidth: points(ink.width), borderColor: color });
      break;
    }
    case 'disc': {
      const radius = points(ink.radius);
      page.drawEllipse({ ...toPoints(ink.at, frame), xScale: radius, yScale: radius, color });
      break;
    }
    case 'number': {
      const height = points(ink.height);
      const wide = font.widthOfTextAtSize(ink.text, height) * frame.pixels;
      const start = {
        x: ink.at.x - wide / 2 / size.width,
        y: ink.at.y + (0.355 * ink.height) / size.height,
      };
      const rotate = degrees(frame.turn);
      page.drawText(ink.text, { ...toPoints(start, frame), size: height, font, color, rotate });
      break;
    }
  }
}

/** Draws the marks of one page and their numbers over it. */
export function drawMarks(page: PDFPage, font: PDFFont, marks: readonly Mark[], pins: readonly Pin[]): void {
  const frame = frameOf(page);
  for (const ink of inkOf(marks, pins, shownSize(frame))) drawInk(page, font, frame, ink);
}
