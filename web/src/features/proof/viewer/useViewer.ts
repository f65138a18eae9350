import { type RefObject, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { Pin, Point, Size } from '../engine';
import { type Turn, turnedPoint, turnedSize, turnLeft, turnRight } from '../engine/turn';
import { type Layout, layOut } from './layout';
import type { Loading } from './useFile';
import { useGround, viewOf } from './useGround';
import { bounded, type Fit, fitPage, fitScale, initialImageScale, zoomIn, zoomOut } from './zoom';

/** The view moves to a comment this long after it was asked for (BD-240). */
export const scrollDelayMs = 350;
/** Farther than this many views away the view jumps: what lies between would be drawn for nothing. */
const smoothViews = 3;
/** A smooth scroll has ended after this. */
const revealMs = 1000;

export interface Zoom {
  scale: number;
  /** Zooms and keeps what lies under the point of the view, or in its middle, where it is. */
  to: (scale: number, at?: Point) => void;
  in: () => void;
  out: () => void;
}

export interface Viewer {
  stage: RefObject<HTMLDivElement | null>;
  zoom: Zoom;
  /** The pages as the file has them. */
  pages: readonly Size[];
  turn: Turn;
  rotate: (to: 'left' | 'right') => void;
  layout: Layout;
  shown: readonly [number, number];
  /** The pages that are in view as a whole; if none is, the one of which the greatest part is. */
  seen: readonly [number, number];
  /** The first of them. */
  page: number;
  goTo: (page: number) => void;
  fit: (fit: Fit) => void;
  fitAll: () => void;
  show: (pin: Pin) => void;
  /** Brings a place of a page, in shares of it as it is shown, into view. */
  reveal: (page: number, at: Point) => void;
}

const none: readonly Size[] = [];
const roomOf = (view: Element): Size => ({ width: view.clientWidth, height: view.clientHeight });

/** The view on a file: zoom, rotation, pages, and where to look. */
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

  // a picture opens at its own scale, a document as wide as there is room for
  const [opened, setOpened] = useState<typeof file>(null);
  const [first] = pages;
  useLayoutEffect(() => {
    if (!stage.current || !file || !first || opened === file) return;
    const wide = Math.min(1, fitScale({ by: 'width', share: 1 }, first, roomOf(stage.current)));
    restart();
    setOpened(file);
    setTurn(0);
    // a picture opens at its scale (BD-251), or smaller where it would not be seen whole
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

  // a view on its way to a place goes there also when sizes turn out to be others meanwhile
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
      // the documents ask for a fresh start when a page cannot be gone to (BD-448)
      if (top === undefined) window.location.reload();
      else stage.current?.scrollTo({ top: top - 8, behavior: 'instant' });
    };
    /** Turned, a page may be too wide for the room. */
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

/** Moves the view only when the place is not already well inside it. */
function bringIntoView(stage: HTMLElement | null, layout: Layout, page: number, at: Point, atOnce = false): void {
  const [size, top] = [layout.sizes[page - 1], layout.tops[page - 1]];
  if (!stage || !size || top === undefined) return;
  const view = viewOf(stage);
  const left = (Math.max(layout.width, view.width) - size.width) / 2;
  const x = left + at.x * size.width - view.left;
  const y = top + at.y * size.height - view.top;
  if (x > 40 && x < view.width - 40 && y > 40 && y < view.height - 120) return;
  const still = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
  const far = Math.abs(y) > smoothViews * view.height;
  const behavior = still || far || atOnce ? 'instant' : 'smooth';
  stage.scrollBy({ left: x - view.width / 2, top: y - view.height / 2, behavior });
}
