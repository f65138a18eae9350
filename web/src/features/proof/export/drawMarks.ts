import { degrees, type PDFFont, type PDFPage, rgb } from '@cantoo/pdf-lib';
import { arrowHead } from '../canvas/shapes';
import { paintOf } from '../canvas/palette';
import { anchor, defaults, isDot, type Mark, type Pin, type Point, type Size } from '../engine';
import { type Frame, frameOf, shownSize, shownWidth, toPoints } from './place';

/** What a mark is drawn with: its page as shown in page pixels, its frame in points, points a page pixel. */
interface Sheet {
  page: PDFPage;
  font: PDFFont;
  frame: Frame;
  size: Size;
  unit: number;
}

const white = rgb(1, 1, 1);

function colorOf(paint: string) {
  const [, r = '25', g = '63', b = 'eb'] = /^#(..)(..)(..)/.exec(paint) ?? [];
  const part = (hex: string) => Number.parseInt(hex, 16) / 255;
  return rgb(part(r), part(g), part(b));
}

function lines({ page, frame, unit }: Sheet, points: readonly Point[], width: number, color: ReturnType<typeof rgb>) {
  points.slice(1).forEach((to, i) => {
    const from = points[i];
    if (!from) return;
    page.drawLine({
      start: toPoints(from, frame),
      end: toPoints(to, frame),
      thickness: width * unit,
      color,
      lineCap: 1,
    });
  });
}

/** The strokes of a mark as paths over the page, 0..1. */
function strokes(mark: Mark, size: Size): Point[][] {
  const [a, b] = mark.points;
  if (mark.kind === 'rect' && a && b) return [[a, { x: b.x, y: a.y }, b, { x: a.x, y: b.y }, a]];
  const [from, to] = [mark.points.at(-2), mark.points.at(-1)];
  if (mark.kind !== 'arrow' || !from || !to) return [[...mark.points]];
  const px = (p: Point): Point => ({ x: p.x * size.width, y: p.y * size.height });
  const [left, right] = arrowHead(px(from), px(to), defaults.pointer + mark.strokeWidth);
  const share = (p: Point): Point => ({ x: p.x / size.width, y: p.y / size.height });
  return [[...mark.points], [share(left), to, share(right)]];
}

function drawShape(sheet: Sheet, mark: Mark): void {
  const color = colorOf(paintOf(mark.color).paint);
  const [centre] = mark.points;
  if (mark.kind === 'circle' && centre) {
    if (isDot(mark, sheet.size)) return;
    const radius = mark.radius * sheet.size.width * sheet.unit;
    const at = { ...toPoints(centre, sheet.frame), xScale: radius, yScale: radius };
    const edge = { ...at, borderWidth: mark.strokeWidth * sheet.unit };
    sheet.page.drawEllipse({ ...edge, borderColor: white, borderWidth: (mark.strokeWidth + 3) * sheet.unit });
    sheet.page.drawEllipse({ ...edge, borderColor: color });
    return;
  }
  for (const path of strokes(mark, sheet.size)) lines(sheet, path, mark.strokeWidth + 3, white);
  for (const path of strokes(mark, sheet.size)) lines(sheet, path, mark.strokeWidth, color);
}

function drawPin({ page, font, frame, size, unit }: Sheet, mark: Mark, number: number): void {
  const { paint, ink } = paintOf(mark.color);
  const at = anchor(mark, size);
  const disc = toPoints(at, frame);
  // on a large page the usual disc would be a speck on paper
  const grow = Math.max(1, Math.max(size.width, size.height) / 1000);
  const radius = defaults.radius * grow * unit;
  page.drawEllipse({ ...disc, xScale: radius + 2 * grow * unit, yScale: radius + 2 * grow * unit, color: white });
  page.drawEllipse({ ...disc, xScale: radius, yScale: radius, color: colorOf(paint) });
  const text = String(number);
  const height = 11 * grow * unit;
  const wide = font.widthOfTextAtSize(text, height) / unit;
  const start = { x: at.x - wide / 2 / size.width, y: at.y + (3.9 * grow) / size.height };
  page.drawText(text, {
    ...toPoints(start, frame),
    size: height,
    font,
    color: colorOf(ink),
    rotate: degrees(frame.turn),
  });
}

/** Draws the marks of one page and their numbers over it. */
export function drawMarks(page: PDFPage, font: PDFFont, marks: readonly Mark[], pins: readonly Pin[]): void {
  const frame = frameOf(page);
  const size = shownSize(frame);
  const sheet: Sheet = { page, font, frame, size, unit: shownWidth(frame) / size.width };
  for (const mark of marks) drawShape(sheet, mark);
  for (const mark of marks) {
    const pin = pins.find(({ id }) => id === mark.id);
    if (pin) drawPin(sheet, mark, pin.number);
  }
}
