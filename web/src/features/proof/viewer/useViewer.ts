import { type RefObject, useEffect, useLayoutEffect, useMemo, useRef } from 'react';
import type { Pin, Size } from '../engine';
import type { Loading } from './useFile';
import { usePageInView } from './usePageInView';
import { useZoom, type Zoom } from './useZoom';
import { type Fit, fitPage, fitScale, initialImageScale } from './zoom';

/** The view moves to a comment this long after it was asked for (BD-240). */
export const scrollDelayMs = 350;

export interface Viewer {
  stage: RefObject<HTMLDivElement | null>;
  zoom: Zoom;
  pages: readonly Size[];
  page: number;
  goTo: (page: number) => void;
  fit: (fit: Fit) => void;
  fitAll: () => void;
  show: (pin: Pin) => void;
}

const none: readonly Size[] = [];
const roomOf = (view: Element): Size => ({ width: view.clientWidth, height: view.clientHeight });

/** The view on a file: zoom, pages, and where to look. */
export function useViewer(loading: Loading): Viewer {
  const stage = useRef<HTMLDivElement>(null);
  const zoom = useZoom(stage, initialImageScale);
  const file = loading.state === 'ready' ? loading.file : null;
  const pages = file?.pages ?? none;
  const { page, goTo } = usePageInView(stage, pages.length);
  const { to, start } = zoom;

  // a picture opens at its own scale, a document as wide as there is room for
  const centred = useRef<{ scale: number } | null>(null);
  useLayoutEffect(() => {
    const view = stage.current;
    const [first] = file?.pages ?? [];
    if (!view || !file || !first) return;
    const wide = Math.min(1, fitScale({ by: 'width', share: 1 }, first, roomOf(view)));
    const scale = file.kind === 'image' ? initialImageScale : wide;
    centred.current = { scale };
    start(scale);
  }, [file, start]);
  useLayoutEffect(() => {
    const view = stage.current;
    if (!view || centred.current?.scale !== zoom.scale) return;
    centred.current = null;
    view.scrollTo({ top: 0, left: (view.scrollWidth - view.clientWidth) / 2, behavior: 'instant' });
  }, [file, zoom.scale]);

  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  return useMemo(() => {
    const current = () => pages[page - 1] ?? pages[0];
    const fit = (wanted: Fit) => {
      const size = current();
      if (stage.current && size) to(fitScale(wanted, size, roomOf(stage.current)));
    };
    const fitAll = () => {
      const size = current();
      if (stage.current && size) to(fitPage(size, roomOf(stage.current)));
    };
    const show = (pin: Pin) => {
      clearTimeout(timer.current);
      timer.current = setTimeout(() => bringIntoView(stage.current, pin), scrollDelayMs);
    };
    return { stage, zoom, pages, page, goTo, fit, fitAll, show };
  }, [zoom, pages, page, goTo, to]);
}

/** Moves the view only when the pin is not already well inside it. */
function bringIntoView(view: HTMLElement | null, pin: Pin): void {
  const target = view?.querySelector(`[data-page="${pin.page}"]`);
  if (!view || !target) return;
  const frame = view.getBoundingClientRect();
  const page = target.getBoundingClientRect();
  const x = page.left + pin.at.x * page.width - frame.left;
  const y = page.top + pin.at.y * page.height - frame.top;
  const inside = x > 40 && x < frame.width - 40 && y > 40 && y < frame.height - 120;
  if (inside) return;
  const smooth = !window.matchMedia('(prefers-reduced-motion: reduce)').matches;
  view.scrollBy({ left: x - frame.width / 2, top: y - frame.height / 2, behavior: smooth ? 'smooth' : 'auto' });
}
