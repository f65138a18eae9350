import { type RefObject, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { motionIsReduced } from '@/lib/motion';
import type { Pin, Point, Size } from '../engine';
import { type Turn, turnedPoint, turnedSize, turnLeft, turnRight } from '../engine/turn';
import { type Layout, layOut } from './zoom/layout';
import type { Loading } from './file/useFile';
import { useGround, viewOf } from './zoom/useGround';
import { bounded, type Fit, fitPage, fitScale, initialImageScale, zoomIn, zoomOut } from './zoom/zoom';

/** The delay in ms before the view scrolls to a comment (BD-240). */
export const scrollDelayMs = 350;
/**
 * The view jumps to targets farther away than this many views. A smooth scroll would draw all pages
 * in between.
 */
const smoothViews = 3;
/** The time in ms after which a smooth scroll has ended. */
const revealMs = 1000;

export interface Zoom {
  scale: number;
  /** Zooms and keeps the given point of the view, or its centre, in place. */
  to: (scale: number, at?: Point) => void;
  in: () => void;
  out: () => void;
}

export interface Viewer {
  stage: RefObject<HTMLDivElement | null>;
  zoom: Zoom;
  /** The page sizes in the file. */
  pages: readonly Size[];
  turn: Turn;
  rotate: (to: 'left' | 'right') => void;
  layout: Layout;
  shown: readonly [number, number];
  /**
   * The first and the last page that are fully in view. If none is, the one with the largest
   * visible part.
   */
  seen: readonly [number, number];
  /** The first of them. */
  page: number;
  goTo: (page: number) => void;
  fit: (fit: Fit) => void;
  fitAll: () => void;
  show: (pin: Pin) => void;
  /** Scrolls a point of a page into view. The point is in shares of the page as shown. */
  reveal: (page: number, at: Point) => void;
}

const none: readonly Size[] = [];
const roomOf = (view: Element): Size => ({ width: view.clientWidth, height: view.clientHeight });

/** The view on a file: zoom, rotation, pages, and the scroll position. */
export function useViewer(loading: Loading): Viewer {
  const stage = useRef<HTMLDivElement>(null);
  const file = loading.state === 'ready' ? loading.file : null;
  const pages = loading.state === 'ready' ? loading.pages : none;
  const [scale, setScale] = useState(initialImageScale);
  const [turn, setTurn] = useState<Turn>(0);
  const turned = useMemo(() => (turn === 0 ? pages : pages.map((size) => turnedSize(size, turn))), [pages, turn]);
  const layout = useMemo(() => layOut(turned, scale), [turned, scale]);
  const { seen, shown, keep, restart } = useGround(stage, layout);
  const [page] = seen;

  // An image opens at its own scale, a document as wide as its space allows.
  const [opened, setOpened] = useState<typeof file>(null);
  const [first] = pages;
  useLayoutEffect(() => {
    if (!stage.current || !file || !first || opened === file) return;
    const wide = Math.min(1, fitScale({ by: 'width', share: 1 }, first, roomOf(stage.current)));
    restart();
    setOpened(file);
    setTurn(0);
    // An image opens at its scale (BD-251), or smaller when it would not fit.
    setScale(file.kind === 'img' ? Math.min(initialImageScale, fitPage(first, roomOf(stage.current))) : wide);
  }, [file, first, opened, restart]);

  const to = useCallback(
    (wanted: number, at?: Point) => {
      keep(at);
      setScale(bounded(wanted));
    },
    [keep],
  );
  const zoom = useMemo<Zoom>(
    () => ({ scale, to, in: () => to(zoomIn(scale)), out: () => to(zoomOut(scale)) }),
    [scale, to],
  );

  // A smooth scroll still reaches its target when page sizes change meanwhile.
  const target = useRef<{ page: number; at: Point; until: number } | null>(null);
  useLayoutEffect(() => {
    const to = target.current;
    if (to && performance.now() < to.until) bringIntoView(stage.current, layout, to.page, to.at, true);
  }, [layout]);

  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  return useMemo(() => {
    const current = () => turned[page - 1] ?? turned[0];
    const fit = (wanted: Fit) => {
      const size = current();
      if (stage.current && size) to(fitScale(wanted, size, roomOf(stage.current)));
    };
    const fitAll = () => {
      const size = current();
      if (stage.current && size) to(fitPage(size, roomOf(stage.current)));
    };
    const goTo = (number: number) => {
      const top = layout.tops[number - 1];
      // The page reloads when a page of the file cannot be reached (BD-448).
      if (top === undefined) window.location.reload();
      else stage.current?.scrollTo({ top: top - 8, behavior: 'instant' });
    };
    /** After a rotation a page may be too wide for its space. */
    const rotate = (way: 'left' | 'right') => {
      const next = way === 'left' ? turnLeft(turn) : turnRight(turn);
      setTurn(next);
      const size = pages[page - 1];
      if (!stage.current || !size) return;
      const wide = fitScale({ by: 'width', share: 1 }, turnedSize(size, next), roomOf(stage.current));
      if (zoom.scale > wide) to(wide);
    };
    const reveal = (number: number, at: Point) => {
      target.current = { page: number, at, until: performance.now() + revealMs };
      bringIntoView(stage.current, layout, number, at);
    };
    const show = (pin: Pin) => {
      clearTimeout(timer.current);
      timer.current = setTimeout(() => reveal(pin.page, turnedPoint(pin.at, turn)), scrollDelayMs);
    };
    return { stage, zoom, pages, turn, rotate, layout, shown, seen, page, goTo, fit, fitAll, show, reveal };
  }, [zoom, pages, turned, turn, layout, shown, seen, page, to]);
}

/** Scrolls the view, unless the point is already well inside it. */
function bringIntoView(stage: HTMLElement | null, layout: Layout, page: number, at: Point, atOnce = false): void {
  const [size, top] = [layout.sizes[page - 1], layout.tops[page - 1]];
  if (!stage || !size || top === undefined) return;
  const view = viewOf(stage);
  const left = (Math.max(layout.width, view.width) - size.width) / 2;
  const x = left + at.x * size.width - view.left;
  const y = top + at.y * size.height - view.top;
  if (x > 40 && x < view.width - 40 && y > 40 && y < view.height - 120) return;
  const far = Math.abs(y) > smoothViews * view.height;
  const behavior = motionIsReduced() || far || atOnce ? 'instant' : 'smooth';
  stage.scrollBy({ left: x - view.width / 2, top: y - view.height / 2, behavior });
}
