import { type RefObject, useLayoutEffect, useState } from 'react';

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** The box grows in steps of this many pixels, so that it seldom changes while scrolling. */
const grid = 256;

/**
 * Returns the part of a page that the canvas must cover: the visible part plus a margin. All values
 * are in screen pixels.
 */
export function visibleBox(page: Box, view: Box): Box {
  const span = (start: number, length: number, from: number, room: number): [number, number] => {
    const low = Math.floor((from - start - grid) / grid) * grid;
    const high = Math.ceil((from + room - start + grid) / grid) * grid;
    const first = Math.min(Math.max(low, 0), length);
    return [first, Math.max(Math.min(high, length) - first, 0)];
  };
  const [x, width] = span(page.x, page.width, view.x, view.width);
  const [y, height] = span(page.y, page.height, view.y, view.height);
  return { x, y, width, height };
}

const boxOf = (element: Element): Box => {
  const { x, y, width, height } = element.getBoundingClientRect();
  return { x, y, width, height };
};

const same = (a: Box, b: Box): boolean => a.x === b.x && a.y === b.y && a.width === b.width && a.height === b.height;

/**
 * Updates the box when the stage scrolls or changes size. `width` and `height` are the page's in
 * screen pixels.
 */
export function useVisibleBox(
  pageRef: RefObject<HTMLElement | null>,
  stageRef: RefObject<HTMLElement | null>,
  width: number,
  height: number,
): Box {
  const [box, setBox] = useState<Box>({ x: 0, y: 0, width: 0, height: 0 });
  useLayoutEffect(() => {
    const view = stageRef.current;
    if (!view || !pageRef.current) return undefined;
    const measure = () => {
      if (!pageRef.current) return;
      const next = visibleBox({ ...boxOf(pageRef.current), width, height }, boxOf(view));
      setBox((now) => (same(now, next) ? now : next));
    };
    measure();
    view.addEventListener('scroll', measure, { passive: true });
    const resized = new ResizeObserver(measure);
    resized.observe(view);
    return () => {
      view.removeEventListener('scroll', measure);
      resized.disconnect();
    };
  }, [pageRef, stageRef, width, height]);
  return box;
}
