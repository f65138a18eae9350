import { paintOf } from '../../canvas/palette';
import { arrowHead } from '../../canvas/shapes';
import { anchor, defaults, isDot, type Mark, type Pin, type Point, type Size } from '../../engine';

/**
 * One stroke that is drawn over a page. Points are shares of the page as shown, lengths are page
 * pixels.
 */
export type Ink =
  | { kind: 'path'; points: readonly Point[]; width: number; color: string }
  | { kind: 'ring'; at: Point; radius: number; width: number; color: string }
  | { kind: 'disc'; at: Point; radius: number; color: string }
  | { kind: 'number'; at: Point; text: string; height: number; color: string };

const white = '#ffffff';
/**
 * How much wider the white casing below a stroke is. It keeps the stroke readable on any artwork.
 */
const casing = 3;

/** Returns the strokes of a mark as paths. */
function paths(mark: Mark, size: Size): Point[][] {
  const [a, b] = mark.points;
  if (mark.kind === 'rect' && a && b) return [[a, { x: b.x, y: a.y }, b, { x: a.x, y: b.y }, a]];
  const [from, to] = [mark.points.at(-2), mark.points.at(-1)];
  if (mark.kind !== 'arrow' || !from || !to) return [[...mark.points]];
  const px = (p: Point): Point => ({ x: p.x * size.width, y: p.y * size.height });
  const [left, right] = arrowHead(px(from), px(to), defaults.pointer + mark.strokeWidth);
  const share = (p: Point): Point => ({ x: p.x / size.width, y: p.y / size.height });
  return [[...mark.points], [share(left), to, share(right)]];
}

function shape(mark: Mark, size: Size): Ink[] {
  const color = paintOf(mark.color).paint;
  const [centre] = mark.points;
  const twice = (ink: (width: number, color: string) => Ink[]) => [
    ...ink(mark.strokeWidth + casing, white),
    ...ink(mark.strokeWidth, color),
  ];
  if (mark.kind !== 'circle' || !centre) {
    return twice((width, with_) => paths(mark, size).map((points) => ({ kind: 'path', points, width, color: with_ })));
  }
  if (isDot(mark, size)) return []; // The pin covers it.
  const radius = mark.radius * size.width;
  return twice((width, with_) => [{ kind: 'ring', at: centre, radius, width, color: with_ }]);
}

/**
 * Returns how much larger pins are than on the screen. On a large page a disc of the usual size
 * would be a speck on paper.
 */
const growth = ({ width, height }: Size): number => Math.max(1, Math.max(width, height) / 1000);

/** Returns the radius of a pin, in page pixels. */
export const pinRadius = (size: Size): number => defaults.radius * growth(size);

function disc(mark: Mark, number: number, size: Size): Ink[] {
  const { paint, ink } = paintOf(mark.color);
  const at = anchor(mark, size);
  const grow = growth(size);
  const radius = pinRadius(size);
  return [
    { kind: 'disc', at, radius: radius + 2 * grow, color: white },
    { kind: 'disc', at, radius, color: paint },
    { kind: 'number', at, text: String(number), height: 11 * grow, color: ink },
  ];
}

/** Returns the marks of one page and their numbers, bottom first. */
export function inkOf(marks: readonly Mark[], pins: readonly Pin[], size: Size): Ink[] {
  return [
    ...marks.flatMap((mark) => shape(mark, size)),
    ...marks.flatMap((mark) => {
      const pin = pins.find(({ id }) => id === mark.id);
      return pin ? disc(mark, pin.number, size) : [];
    }),
  ];
}

type Context = CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D;

/** Draws ink over a page of this size. `scale` is the number of canvas pixels per page pixel. */
export function paintInk(context: Context, inks: readonly Ink[], size: Size, scale: number): void {
  const width = size.width * scale;
  const height = size.height * scale;
  const at = ({ x, y }: Point): [number, number] => [x * width, y * height];
  for (const ink of inks) {
    context.strokeStyle = ink.color;
    context.fillStyle = ink.color;
    context.beginPath();
    if (ink.kind === 'number') {
      context.font = `bold ${ink.height * scale}px Helvetica, Arial, sans-serif`;
      context.textAlign = 'center';
      const [x, y] = at(ink.at);
      context.fillText(ink.text, x, y + ink.height * 0.355 * scale);
    } else if (ink.kind === 'path') {
      context.lineWidth = ink.width * scale;
      context.lineCap = 'round';
      context.lineJoin = 'round';
      ink.points.forEach((point, i) => (i === 0 ? context.moveTo(...at(point)) : context.lineTo(...at(point))));
      context.stroke();
    } else {
      context.arc(...at(ink.at), ink.radius * scale, 0, 2 * Math.PI);
      if (ink.kind === 'disc') context.fill();
      else {
        context.lineWidth = ink.width * scale;
        context.stroke();
      }
    }
  }
}
