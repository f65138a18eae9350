import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { Point } from '../../engine';
import { type Anchor, anchorAt, type Layout, near, pagesSeen, samePlaces, scrollTo, type View } from './layout';

export const viewOf = (stage: Element): View => ({
  left: stage.scrollLeft,
  top: stage.scrollTop,
  width: stage.clientWidth,
  height: stage.clientHeight,
});

const same = (a: readonly [number, number], b: readonly [number, number]) => a[0] === b[0] && a[1] === b[1];

const middle = (view: View): Point => ({ x: view.width / 2, y: view.height / 2 });

export interface Ground {
  /**
   * The first and the last page that are fully in view, from 1. If none is, the one with the
   * largest visible part.
   */
  seen: readonly [number, number];
  /** The first and the last page that are drawn. */
  shown: readonly [number, number];
  /**
   * Keeps the content at this point of the view, or at its centre, in place during the next change
   * of the layout.
   */
  keep: (at?: Point) => void;
  /** Call it when the next layout belongs to another file, which then opens at its top. */
  restart: () => void;
}

/**
 * Tracks the scroll position of the stage, and keeps the visible content in place when pages change
 * their size.
 */
export function useGround(stageRef: RefObject<HTMLElement | null>, layout: Layout): Ground {
  const [now, setNow] = useState<Pick<Ground, 'seen' | 'shown'>>({ seen: [1, 1], shown: [1, 0] });
  const kept = useRef<Anchor | null>(null);
  const looked = useRef<Anchor | null>(null);
  const fresh = useRef(true);
  const latest = useRef(layout);

  const measure = useCallback(() => {
    if (!stageRef.current) return;
    const view = viewOf(stageRef.current);
    looked.current = anchorAt(latest.current, view, middle(view));
    const [seen, shown] = [pagesSeen(latest.current, view), near(latest.current, view)];
    setNow((before) => (same(before.seen, seen) && same(before.shown, shown) ? before : { seen, shown }));
  }, [stageRef]);

  useLayoutEffect(() => {
    const stage = stageRef.current;
    const before = latest.current;
    latest.current = layout;
    if (!stage || layout.tops.length === 0 || (!fresh.current && samePlaces(before, layout))) return;
    const anchor = kept.current ?? looked.current;
    const start = { top: 0, left: (stage.scrollWidth - stage.clientWidth) / 2 };
    const place = fresh.current || !anchor ? start : scrollTo(layout, viewOf(stage), anchor);
    kept.current = null;
    fresh.current = false;
    stage.scrollTo({ ...place, behavior: 'instant' });
    measure();
  }, [stageRef, layout, measure]);

  useEffect(() => {
    const stage = stageRef.current;
    if (!stage) return undefined;
    stage.addEventListener('scroll', measure, { passive: true });
    const resized = new ResizeObserver(measure);
    resized.observe(stage);
    return () => {
      stage.removeEventListener('scroll', measure);
      resized.disconnect();
    };
    // Another file has another stage and another layout.
  }, [stageRef, layout, measure]);

  const keep = useCallback(
    (at?: Point) => {
      if (!stageRef.current) return;
      const view = viewOf(stageRef.current);
      kept.current = anchorAt(latest.current, view, at ?? middle(view));
    },
    [stageRef],
  );
  const restart = useCallback(() => {
    fresh.current = true;
  }, []);
  return { ...now, keep, restart };
}
