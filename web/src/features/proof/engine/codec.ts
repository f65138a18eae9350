import { clamp, inPage, ordered } from './geometry';
import { attrsVersion, colors, defaults, kinds, oldAttrsVersion } from './types';
import type { Kind, Mark, Point, Size } from './types';

/**
 * The stored format of a mark: `{className, attrs, scale, page}`.
 *
 * In versions above 0.1, lengths are page pixels, whatever the scale. Version 0.1 (or none) stored
 * canvas pixels: they become page pixels by adding the offset of `groupAttrs` and dividing the sum
 * by `scale`.
 */
export interface Annotation {
  className: Kind;
  attrs: {
    id: string;
    x: number;
    y: number;
    points?: number[];
    width?: number;
    height?: number;
    radius?: number;
    stroke: string;
    fill?: string;
    strokeWidth: number;
    version: number;
  };
  scale: number;
  page: number;
  isUnsaved?: boolean;
  unsavedComment?: string;
}

export const limits = { text: 262_144, points: 20_000, length: 1e6, page: 10_000, id: 100 } as const;

const round = (n: number): number => Math.round(n * 1e4) / 1e4;

/** Encodes a mark of a page of this size. `scale` is the zoom at which it was drawn. */
export function encode(mark: Mark, size: Size, scale = 1): Annotation {
  const px = mark.points.map((p) => ({ x: p.x * size.width, y: p.y * size.height }));
  const [first = { x: 0, y: 0 }, second = first] = px;
  const form =
    mark.kind === 'circle'
      ? { radius: round(mark.radius * size.width) }
      : mark.kind === 'rect'
        ? { width: round(second.x - first.x), height: round(second.y - first.y) }
        : { points: px.flatMap((p) => [round(p.x - first.x), round(p.y - first.y)]) };
  return {
    className: mark.kind,
    attrs: {
      id: mark.id,
      x: round(first.x),
      y: round(first.y),
      ...form,
      stroke: mark.color,
      ...(mark.fill === undefined ? {} : { fill: mark.fill }),
      strokeWidth: mark.strokeWidth,
      version: attrsVersion,
    },
    scale,
    page: mark.page,
  };
}

type Fields = Readonly<Record<string, unknown>>;

const isFields = (v: unknown): v is Fields => typeof v === 'object' && v !== null && !Array.isArray(v);

function parse(text: unknown): Fields | null {
  if (typeof text !== 'string') return isFields(text) ? text : null;
  if (text.length === 0 || text.length > limits.text) return null;
  try {
    const value: unknown = JSON.parse(text);
    return isFields(value) ? value : null;
  } catch {
    return null;
  }
}

/** Returns a length that the canvas can draw, or null. */
function length(value: unknown): number | null {
  return typeof value === 'number' && Math.abs(value) <= limits.length ? value : null;
}

function positive(value: unknown, otherwise: number): number {
  const n = length(value);
  return n !== null && n > 0 ? n : otherwise;
}

/** Older marks contain CSS colours. */
const cssColor = /^(?:#(?:[0-9a-f]{3}|[0-9a-f]{6}|[0-9a-f]{8})|(?:rgb|hsl)a?\([0-9., %]{5,32}\)|transparent)$/;

function paint(value: unknown): string | null {
  if (typeof value !== 'string' || value.length > 40) return null;
  const name = value.toLowerCase();
  return colors.some((c) => c === name) || cssColor.test(name) ? name : null;
}

function kindOf(value: unknown): Kind | null {
  const name = typeof value === 'string' && value.length < 16 ? value.toLowerCase() : '';
  return kinds.find((k) => k === name) ?? null;
}

function pagesIn(value: unknown): number | null {
  if (value === undefined || value === null) return 1;
  return typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= limits.page ? value : null;
}

/** Returns a function that converts the attributes' own pixels to page pixels. */
function toPage(attrs: Fields, scale: number): (x: number, y: number) => Point {
  if (positive(Number(attrs['version']), oldAttrsVersion) > oldAttrsVersion) return (x, y) => ({ x, y });
  const group = isFields(attrs['groupAttrs']) ? attrs['groupAttrs'] : {};
  const dx = length(group['x']) ?? 0;
  const dy = length(group['y']) ?? 0;
  return (x, y) => ({ x: (x + dx) / scale, y: (y + dy) / scale });
}

function path(attrs: Fields, x: number, y: number): Point[] | null {
  const flat = attrs['points'];
  if (!Array.isArray(flat) || flat.length < 4 || flat.length > limits.points || flat.length % 2 !== 0) return null;
  const numbers = flat.map(length);
  if (numbers.includes(null)) return null;
  return numbers.flatMap((n, i) => (i % 2 === 0 ? [{ x: x + (n ?? 0), y: y + (numbers[i + 1] ?? 0) }] : []));
}

function pointsOf(kind: Kind, attrs: Fields): Point[] | null {
  const x = attrs['x'] === undefined ? 0 : length(attrs['x']);
  const y = attrs['y'] === undefined ? 0 : length(attrs['y']);
  if (x === null || y === null) return null;
  if (kind === 'circle') return [{ x, y }];
  if (kind !== 'rect') return path(attrs, x, y);
  const width = length(attrs['width']);
  const height = length(attrs['height']);
  return width === null || height === null
    ? null
    : [
        { x, y },
        { x: x + width, y: y + height },
      ];
}

export interface Owner {
  id: string;
  editable: boolean;
}

/**
 * Decodes an annotation from text or an object. The input is untrusted: it returns null when the
 * annotation cannot be drawn. The size of the page turns lengths into shares, and points outside
 * the page are moved to its edge.
 */
export function decode(text: unknown, sizeOf: (page: number) => Size, owner: Owner): Mark | null {
  const it = parse(text);
  const attrs = it?.['attrs'];
  const kind = kindOf(it?.['className']);
  const page = pagesIn(it?.['page']);
  if (!it || !isFields(attrs) || !kind || page === null) return null;
  const raw = pointsOf(kind, attrs);
  if (!raw) return null;
  const scale = clamp(positive(it['scale'], 1), 0.01, 100);
  const place = toPage(attrs, scale);
  const size = sizeOf(page);
  const points = raw.map((p) => place(p.x, p.y)).map((p) => inPage({ x: p.x / size.width, y: p.y / size.height }));
  const [a, b] = points;
  const zoomed = place(1, 0).x - place(0, 0).x;
  const fill = paint(attrs['fill']);
  return {
    id: owner.id,
    kind,
    page,
    points: kind === 'rect' && a && b ? ordered(a, b) : points,
    radius: kind === 'circle' ? (positive(attrs['radius'], defaults.radius) * zoomed) / size.width : 0,
    color: paint(attrs['stroke']) ?? defaults.color,
    ...(fill === null ? {} : { fill }),
    strokeWidth: clamp(positive(attrs['strokeWidth'], defaults.strokeWidth), 0.5, 100),
    isUnsaved: it['isUnsaved'] === true,
    editable: owner.editable,
  };
}

/** Returns the id inside the shape. Only drafts need it, because they have no topic yet. */
export function shapeId(text: unknown): string | null {
  const attrs = parse(text)?.['attrs'];
  const id = isFields(attrs) ? attrs['id'] : null;
  return typeof id === 'string' && id.length > 0 && id.length <= limits.id ? id : null;
}

/** Returns the page of an annotation, from 1, or null when the annotation cannot be drawn. */
export function pageOf(text: unknown): number | null {
  const it = parse(text);
  return it ? pagesIn(it['page']) : null;
}
