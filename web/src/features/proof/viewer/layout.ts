import type { Point, Size } from '../engine';
import { pageMargin } from './zoom';

/**
 * Free ground above the first page, whose top is at 80 px below a bar of 56 px (BD-252), and below the last one, where the
 * tools float, in screen pixels.
 */
export const ground = { top: 24, bottom: 96 } as const;

/** Where each page lies on the ground, in screen pixels. Pages stand below each other, centred. */
export interface Layout {
  readonly tops: readonly number[];
  readonly sizes: readonly Size[];
  readonly width: number;
  readonly height: number;
}

export function layOut(pages: readonly Size[], scale: number): Layout {
  const sizes = pages.map(({ width, height }) => ({
    width: Math.round(width * scale),
    height: Math.round(height * scale),
  }));
  const tops: number[] = [];
  let top: number = ground.top;
  let width = 0;
  for (const size of sizes) {
    tops.push(top);
    top += size.height + pageMargin;
    width = Math.max(width, size.width);
  }
  return { tops, sizes, width: width + 2 * pageMargin, height: Math.max(top - pageMargin, ground.top) + ground.bottom };
}

/** Whether all pages lie where they lay: only then what scrolls may go on. */
export const samePlaces = (a: Layout, b: Layout): boolean =>
  a.width === b.width &&
  a.height === b.height &&
  a.tops.length === b.tops.length &&
  a.tops.every((t, i) => t === b.tops[i]);

/** The page (from 1) that holds a height of the ground; between two pages the lower one; 1 when there is none. */
export function pageAt({ tops, sizes }: Layout, y: number): number {
  let [low, high] = [0, tops.length - 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((tops[middle] ?? 0) + (sizes[middle]?.height ?? 0) < y) low = middle + 1;
    else high = middle;
  }
  return low + 1;
}

/** The view on the ground: how far it is scrolled, and its room. */
export interface View {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** The first and the last page (from 1) that are in view as a whole; if none is, the one of which the greatest part is. */
export function pagesSeen(layout: Layout, view: View): [number, number] {
  const [first, last] = [pageAt(layout, view.top), pageAt(layout, view.top + view.height)];
  let [from, to, most] = [first, first, 0];
  for (let page = first; page <= last; page++) {
    const [top, height] = [layout.tops[page - 1] ?? 0, layout.sizes[page - 1]?.height ?? 0];
    const part = (Math.min(top + height, view.top + view.height) - Math.max(top, view.top)) / height;
    if (part > most) [from, to, most] = [page, page, part];
    else if (part === 1) to = page;
  }
  return [from, to];
}

/** The first and the last page within one view's height of what is seen; [1, 0] when there is none. */
export function near(layout: Layout, view: View): [number, number] {
  if (layout.tops.length === 0) return [1, 0];
  return [pageAt(layout, view.top - view.height), pageAt(layout, view.top + 2 * view.height)];
}

/** A place of a page, in shares of it, and where in the view it is. */
export interface Anchor {
  page: number;
  share: Point;
  at: Point;
}

const leftOf = (layout: Layout, view: View, page: number): number =>
  (Math.max(layout.width, view.width) - (layout.sizes[page - 1]?.width ?? 0)) / 2;

/** What lies at a point of the view. */
export function anchorAt(layout: Layout, view: View, at: Point): Anchor | null {
  const page = pageAt(layout, view.top + at.y);
  const [size, top] = [layout.sizes[page - 1], layout.tops[page - 1]];
  if (!size || top === undefined) return null;
  const share = {
    x: (view.left + at.x - leftOf(layout, view, page)) / size.width,
    y: (view.top + at.y - top) / size.height,
  };
  return { page, share, at };
}

/** How far to scroll so that what was at a point of the view is there again. */
export function scrollTo(layout: Layout, view: View, { page, share, at }: Anchor): { left: number; top: number } {
  const [size, top] = [layout.sizes[page - 1], layout.tops[page - 1]];
  if (!size || top === undefined) return { left: view.left, top: view.top };
  return {
    left: leftOf(layout, view, page) + share.x * size.width - at.x,
    top: top + share.y * size.height - at.y,
  };
}
