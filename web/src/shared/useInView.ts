import { useLayoutEffect, useState } from 'react';
import { flushSync } from 'react-dom';

/** How far beyond the window, in px, a list is drawn. */
const margin = 375;
/** A list is drawn anew whenever its container has scrolled over a multiple of this, in px. */
const stride = 150;

/** The items from `from` up to but not including `to`. */
export type InView = { from: number; to: number };

/** Returns the first index from which `tops` is greater than `at`. `tops` is in ascending order. */
function firstBelow(tops: number[], at: number): number {
  let [low, high] = [0, tops.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((tops[middle] ?? 0) > at) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** Returns the items that reach into the range from `top` to `bottom`, in px. */
export function itemsBetween(tops: number[], top: number, bottom: number): InView {
  return { from: Math.max(firstBelow(tops, top) - 1, 0), to: firstBelow(tops, bottom) };
}

/**
 * Returns the items of a list that are near the window of their scroll container, so that only
 * these are in the document. `tops` are the positions of the items in the list, and `offset` is the
 * position of the list in its container, in px.
 */
export function useInView(tops: number[], scroller: HTMLElement | null, offset = 0): InView {
  const [strides, setStrides] = useState(0);
  const [height, setHeight] = useState(800);
  useLayoutEffect(() => {
    if (!scroller) return undefined;
    const scrolled = () => setStrides(Math.floor(scroller.scrollTop / stride));
    const resized = () => setHeight(scroller.clientHeight);
    scrolled();
    resized();
    const observer = new ResizeObserver(resized);
    observer.observe(scroller);
    // The list must be drawn in the frame that shows the new place, not in the next one.
    const onScroll = () => flushSync(scrolled);
    scroller.addEventListener('scroll', onScroll, { passive: true });
    return () => {
      observer.disconnect();
      scroller.removeEventListener('scroll', onScroll);
    };
  }, [scroller]);
  const top = strides * stride - offset;
  return itemsBetween(tops, top - margin, top + stride + height + margin);
}
