import type { Point, Size } from '../../engine';
import { pageMargin } from './zoom';

/**
 * The free space above the first page and below the last one, in screen pixels. The top of the
 * first page is at 80 px, below a bar of 56 px (BD-252); the tools float below the last page.
 */
export const ground = { top: 24, bottom: 96 } as const;

/** The position of each page in screen pixels. Pages are below each other, centred. */
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

/**
 * samePlaces reports whether all pages stay in place. Only then may the current scroll continue.
 */
export const samePlaces = (a: Layout, b: Layout): boolean =>
  a.width === b.width &&
  a.height === b.height &&
  a.tops.length === b.tops.length &&
  a.tops.every((t, i) => t === b.tops[i]);

/**
 * Returns the page (from 1) at a height of the layout. Between two pages it is the lower one;
 * without pages it is 1.
 */
export function pageAt({ tops, sizes }: Layout, y: number): number {
  let [low, high] = [0, tops.length - 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((tops[middle] ?? 0) + (sizes[middle]?.height ?? 0) < y) low = middle + 1;
    else high = middle;
  }
  return low + 1;
}

/** The view on the layout: its scroll position and its size. */
export interface View {
  left: number;
  top: number;
  width: number;
  height: number;
}

/**
 * Returns the first and the last page (from 1) that are fully in view. If none is, it returns the
 * one with the largest visible part.
 */
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

/**
 * Returns the first and the last page within one view's height of the visible part, or [1, 0] when
 * there is none.
 */
export function near(layout: Layout, view: View): [number, number] {
  if (layout.tops.length === 0) return [1, 0];
  return [pageAt(layout, view.top - view.height), pageAt(layout, view.top + 2 * view.height)];
}

/** A point of a page, in shares of it, and its position in the view. */
export interface Anchor {
  page: number;
  share: Point;
  at: Point;
}

const leftOf = (layout: Layout, view: View, page: number): number =>
  (Math.max(layout.width, view.width) - (layout.sizes[page - 1]?.width ?? 0)) / 2;

/** Returns the point of a page at a point of the view. */
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

/** Returns the scroll position that brings an anchor back to its point of the view. */
export function scrollTo(layout: Layout, view: View, { page, share, at }: Anchor): { left: number; top: number } {
  const [size, top] = [layout.sizes[page - 1], layout.tops[page - 1]];
  if (!size || top === undefined) return { left: view.left, top: view.top };
  return {
    left: leftOf(layout, view, page) + share.x * size.width - at.x,
    top: top + share.y * size.height - at.y,
  };
}
