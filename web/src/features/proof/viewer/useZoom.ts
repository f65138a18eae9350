import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { bounded, zoomIn, zoomOut } from './zoom';

interface Anchor {
  page: Element;
  share: { x: number; y: number };
  client: { x: number; y: number };
}

export interface Zoom {
  scale: number;
  /** A new file: its scale, nothing to keep in place. */
  start: (scale: number) => void;
  /** Zooms and keeps what lies under the point, or in the middle, where it is. */
  to: (scale: number, at?: { x: number; y: number }) => void;
  in: () => void;
  out: () => void;
}

const middle = (view: Element) => {
  const { left, top, width, height } = view.getBoundingClientRect();
  return { x: left + width / 2, y: top + height / 2 };
};

function anchorAt(view: Element, client: { x: number; y: number }): Anchor | null {
  const pages = [...view.querySelectorAll('[data-page]')];
  const rects = pages.map((page) => ({ page, rect: page.getBoundingClientRect() }));
  const found = rects.find(({ rect }) => rect.bottom >= client.y) ?? rects.at(-1);
  if (!found) return null;
  const { page, rect } = found;
  const share = { x: (client.x - rect.left) / rect.width, y: (client.y - rect.top) / rect.height };
  return { page, share, client };
}

export function useZoom(stageRef: RefObject<HTMLElement | null>, initial: number): Zoom {
  const [scale, setScale] = useState(initial);
  const anchor = useRef<Anchor | null>(null);
  const latest = useRef(scale);

  const to = useCallback(
    (wanted: number, at?: { x: number; y: number }) => {
      const view = stageRef.current;
      if (!view) return;
      anchor.current = anchorAt(view, at ?? middle(view));
      latest.current = bounded(wanted);
      setScale(latest.current);
    },
    [stageRef],
  );

  const start = useCallback((wanted: number) => {
    anchor.current = null;
    latest.current = bounded(wanted);
    setScale(latest.current);
  }, []);

  useLayoutEffect(() => {
    const view = stageRef.current;
    const kept = anchor.current;
    anchor.current = null;
    if (!view || !kept) return;
    const rect = kept.page.getBoundingClientRect();
    view.scrollBy({
      left: rect.left + kept.share.x * rect.width - kept.client.x,
      top: rect.top + kept.share.y * rect.height - kept.client.y,
      behavior: 'instant',
    });
  }, [stageRef, scale]);

  // React binds wheel passively; keeping the browser's own zoom away needs preventDefault.
  useEffect(() => {
    const view = stageRef.current;
    if (!view) return undefined;
    const onWheel = (event: WheelEvent) => {
      if (!event.ctrlKey && !event.metaKey) return;
      event.preventDefault();
      const next = event.deltaY < 0 ? zoomIn(latest.current) : zoomOut(latest.current);
      to(next, { x: event.clientX, y: event.clientY });
    };
    view.addEventListener('wheel', onWheel, { passive: false });
    return () => view.removeEventListener('wheel', onWheel);
  }, [stageRef, to]);

  const stepIn = useCallback(() => to(zoomIn(latest.current)), [to]);
  const stepOut = useCallback(() => to(zoomOut(latest.current)), [to]);
  return { scale, start, to, in: stepIn, out: stepOut };
}
