import { defaults, type Mark, type Point, type Size } from './types';

const unit: Size = { width: 1, height: 1 };

export const clamp = (n: number, low: number, high: number): number => Math.min(Math.max(n, low), high);

export const inPage = ({ x, y }: Point): Point => ({ x: clamp(x, 0, 1), y: clamp(y, 0, 1) });

export const sizeOf = (pages: readonly Size[], page: number): Size => pages[page - 1] ?? unit;

/** Returns the distance between two points of a page, in page pixels. */
export const distance = (a: Point, b: Point, size: Size): number =>
  Math.hypot((a.x - b.x) * size.width, (a.y - b.y) * size.height);

/** Returns the distance of `p` from the segment between `a` and `b`, in page pixels. */
export function distanceToSegment(p: Point, a: Point, b: Point, size: Size): number {
  const dx = (b.x - a.x) * size.width;
  const dy = (b.y - a.y) * size.height;
  const long = dx * dx + dy * dy;
  if (long === 0) return distance(p, a, size);
  const along = ((p.x - a.x) * size.width * dx + (p.y - a.y) * size.height * dy) / long;
  const t = clamp(along, 0, 1);
  return distance(p, { x: a.x + (b.x - a.x) * t, y: a.y + (b.y - a.y) * t }, size);
}

/** Returns two corners as top left and bottom right. */
export function ordered(a: Point, b: Point): [Point, Point] {
  return [
    { x: Math.min(a.x, b.x), y: Math.min(a.y, b.y) },
    { x: Math.max(a.x, b.x), y: Math.max(a.y, b.y) },
  ];
}

export function corners(a: Point, b: Point): Point[] {
  return [a, { x: b.x, y: a.y }, b, { x: a.x, y: b.y }];
}

/**
 * Returns the box around a mark's points. A circle counts by its centre, so that a dot may be on
 * the edge.
 */
export function bounds({ points }: Mark): [Point, Point] {
  const xs = points.map((p) => p.x);
  const ys = points.map((p) => p.y);
  return [
    { x: Math.min(...xs), y: Math.min(...ys) },
    { x: Math.max(...xs), y: Math.max(...ys) },
  ];
}

/** Moves a mark, up to the edge of the page. */
export function translate(mark: Mark, by: Point): Mark {
  const [low, high] = bounds(mark);
  const x = clamp(by.x, Math.min(0, -low.x), Math.max(0, 1 - high.x));
  const y = clamp(by.y, Math.min(0, -low.y), Math.max(0, 1 - high.y));
  return { ...mark, points: mark.points.map((p) => ({ x: p.x + x, y: p.y + y })) };
}

/** Returns the points at which a mark can be reshaped. */
export function handles(mark: Mark): readonly Point[] {
  const [a, b] = mark.points;
  if (!a) return [];
  if (mark.kind === 'circle') return [{ x: a.x + mark.radius, y: a.y }];
  return mark.kind === 'rect' && b ? corners(a, b) : mark.points;
}

/** Moves one handle of a mark. */
export function reshape(mark: Mark, handle: number, to: Point, size: Size): Mark {
  const [a, b] = mark.points;
  if (!a) return mark;
  if (mark.kind === 'circle') return { ...mark, radius: circleRadius(a, to, size) };
  if (mark.kind === 'rect' && b) {
    const opposite = corners(a, b)[(handle + 2) % 4];
    return opposite ? { ...mark, points: ordered(opposite, inPage(to)) } : mark;
  }
  return { ...mark, points: mark.points.map((p, i) => (i === handle ? inPage(to) : p)) };
}

/**
 * Returns the radius as a share of the page's width. It is at least that of a dot, so that a small
 * drag still places one.
 */
export function circleRadius(centre: Point, edge: Point, size: Size): number {
  return Math.max(defaults.radius, distance(centre, edge, size)) / size.width;
}

/** isDot reports whether a circle has the usual radius or less. Its pin covers such a circle. */
export function isDot(mark: Mark, size: Size): boolean {
  return mark.kind === 'circle' && mark.radius * size.width <= defaults.radius + 0.01;
}

/** hits reports whether a press at `at` hits this mark. `tolerance` is in page pixels. */
export function hits(mark: Mark, at: Point, size: Size, tolerance: number): boolean {
  const reach = tolerance + mark.strokeWidth / 2;
  const [a, b] = mark.points;
  if (!a) return false;
  if (mark.kind === 'circle') {
    const away = distance(a, at, size);
    const radius = mark.radius * size.width;
    return isDot(mark, size) ? away <= radius + tolerance : Math.abs(away - radius) <= reach;
  }
  const path = mark.kind === 'rect' && b ? [...corners(a, b), a] : mark.points;
  return path.some((p, i) => {
    const next = path[i + 1];
    return next !== undefined && distanceToSegment(at, p, next, size) <= reach;
  });
}

/** Returns the topmost mark at a point of a page. */
export function hitTest(marks: readonly Mark[], page: number, at: Point, size: Size, tolerance: number): Mark | null {
  return marks.findLast((m) => m.page === page && hits(m, at, size, tolerance)) ?? null;
}

/** Returns the index of the handle at a point, or null. */
export function hitHandle(mark: Mark, at: Point, size: Size, tolerance: number): number | null {
  const found = handles(mark).findIndex((p) => distance(p, at, size) <= tolerance + mark.strokeWidth / 2);
  return found < 0 ? null : found;
}

/**
 * Returns the position of a mark's pin. It stays on the page even where the mark reaches beyond it.
 */
export function anchor(mark: Mark, size: Size): Point {
  const [a] = mark.points;
  if (!a) return { x: 0, y: 0 };
  if (mark.kind !== 'circle' || isDot(mark, size)) return a;
  return { x: a.x, y: Math.max(0, a.y - (mark.radius * size.width) / size.height) };
}
