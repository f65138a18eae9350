import { Circle, type FabricObject, Path, Rect } from 'fabric/es';
import { defaults, handles, isDot, type Mark, type Point, type Size } from '../engine';
import { paintOf } from './palette';

export interface Look {
  /** The number of screen pixels per page pixel. */
  scale: number;
  selected: boolean;
  hovered: boolean;
  /** Set when the topic is resolved, which fades its mark. */
  faded: boolean;
}

/** The thinnest stroke in screen pixels. */
const thinnest = 2;
const casing = '#ffffff';

const onPage = (p: Point, size: Size): Point => ({ x: p.x * size.width, y: p.y * size.height });

/** Returns the stroke width in page pixels. */
export function strokeOf(mark: Mark, scale: number): number {
  return Math.max(mark.strokeWidth, thinnest / scale);
}

/** Returns the head of an arrow that ends at `to`, as the two ends of its barbs. */
export function arrowHead(from: Point, to: Point, size: number): [Point, Point] {
  const angle = Math.atan2(to.y - from.y, to.x - from.x);
  const barb = (turn: number): Point => ({
    x: to.x - size * Math.cos(angle + turn),
    y: to.y - size * Math.sin(angle + turn),
  });
  return [barb(Math.PI / 6), barb(-Math.PI / 6)];
}

const n = (value: number): string => value.toFixed(2);
const at = (p: Point): string => `${n(p.x)} ${n(p.y)}`;

/** Returns the outline of an arrow or a line, in page pixels. */
export function outline(mark: Mark, size: Size, scale: number): string {
  const points = mark.points.map((p) => onPage(p, size));
  const path = points.map((p, i) => `${i === 0 ? 'M' : 'L'} ${at(p)}`).join(' ');
  const [from, to] = [points.at(-2), points.at(-1)];
  if (mark.kind !== 'arrow' || !from || !to) return path;
  const [left, right] = arrowHead(from, to, Math.max(defaults.pointer, 9 / scale) + strokeOf(mark, scale));
  return `${path} M ${at(left)} L ${at(to)} L ${at(right)}`;
}

type Stroke = { stroke: string; strokeWidth: number; fill: string; opacity: number };

function form(mark: Mark, size: Size, scale: number, stroke: Stroke): FabricObject {
  const common = { ...stroke, strokeLineCap: 'round', strokeLineJoin: 'round', objectCaching: false } as const;
  const [a, b] = mark.points.map((p) => onPage(p, size));
  if (mark.kind === 'circle' && a) {
    return new Circle({ ...common, left: a.x, top: a.y, radius: mark.radius * size.width });
  }
  if (mark.kind === 'rect' && a && b) {
    const [width, height] = [b.x - a.x, b.y - a.y];
    return new Rect({ ...common, left: a.x + width / 2, top: a.y + height / 2, width, height });
  }
  return new Path(outline(mark, size, scale), { ...common, fill: 'transparent' });
}

function handle(point: Point, size: Size, scale: number, paint: string): FabricObject {
  const { x, y } = onPage(point, size);
  const side = 9 / scale;
  return new Rect({
    left: x,
    top: y,
    width: side,
    height: side,
    rx: 2 / scale,
    ry: 2 / scale,
    fill: '#ffffff',
    stroke: paint,
    strokeWidth: 2 / scale,
    objectCaching: false,
  });
}

/**
 * Returns a mark as canvas objects, bottom first: a white casing that keeps it readable on any
 * artwork, the shape, its handles.
 */
export function shapes(mark: Mark, size: Size, look: Look): FabricObject[] {
  const { paint } = paintOf(mark.color);
  const width = strokeOf(mark, look.scale);
  const lit = look.selected || look.hovered || mark.isUnsaved;
  const opacity = look.faded && !look.selected ? 0.45 : 1;
  const edge = (lit ? 3 : 1.5) / look.scale;
  const fill = mark.fill ?? (lit || isDot(mark, size) ? `${paint}26` : 'transparent');
  const drawn = [
    form(mark, size, look.scale, {
      stroke: casing,
      strokeWidth: width + edge * 2,
      fill: 'transparent',
      opacity: opacity * 0.85,
    }),
    form(mark, size, look.scale, { stroke: paint, strokeWidth: width, fill, opacity }),
  ];
  const grips = look.selected && mark.editable ? handles(mark) : [];
  return [...drawn, ...grips.map((p) => handle(p, size, look.scale, paint))];
}
