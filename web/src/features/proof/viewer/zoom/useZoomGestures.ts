import { type RefObject, useEffect, useEffectEvent } from 'react';
import type { Zoom } from '../useViewer';
import { zoomIn, zoomOut } from './zoom';

const between = (a: Touch, b: Touch) => ({ x: (a.clientX + b.clientX) / 2, y: (a.clientY + b.clientY) / 2 });
const apart = (a: Touch, b: Touch) => Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY);

/**
 * Ctrl and the wheel zoom in steps at the pointer (D-18), two fingers zoom continuously. `onPinch`
 * stops the gesture that one finger had started.
 */
export function useZoomGestures(stageRef: RefObject<HTMLElement | null>, zoom: Zoom, onPinch: () => void): void {
  const begun = useEffectEvent(onPinch);
  const scale = useEffectEvent(() => zoom.scale);
  const to = useEffectEvent((wanted: number, client: { x: number; y: number }) => {
    const { left, top } = stageRef.current?.getBoundingClientRect() ?? { left: 0, top: 0 };
    zoom.to(wanted, { x: client.x - left, y: client.y - top });
  });

  // React adds wheel and touch listeners as passive ones, but preventing the browser's own zoom
  // needs preventDefault.
  useEffect(() => {
    const stage = stageRef.current;
    if (!stage) return undefined;
    let pinch: { distance: number; scale: number } | null = null;
    const onWheel = (event: WheelEvent) => {
      if (!event.ctrlKey && !event.metaKey) return;
      event.preventDefault();
      to(event.deltaY < 0 ? zoomIn(scale()) : zoomOut(scale()), { x: event.clientX, y: event.clientY });
    };
    const onStart = ({ touches: [a, b] }: TouchEvent) => {
      pinch = a && b ? { distance: apart(a, b), scale: scale() } : null;
      if (pinch) begun();
    };
    const onMove = (event: TouchEvent) => {
      const [a, b] = event.touches;
      if (!pinch || !a || !b) return;
      event.preventDefault();
      to((pinch.scale * apart(a, b)) / pinch.distance, between(a, b));
    };
    const onEnd = () => {
      pinch = null;
    };
    stage.addEventListener('wheel', onWheel, { passive: false });
    stage.addEventListener('touchstart', onStart, { passive: true });
    stage.addEventListener('touchmove', onMove, { passive: false });
    stage.addEventListener('touchend', onEnd);
    stage.addEventListener('touchcancel', onEnd);
    return () => {
      stage.removeEventListener('wheel', onWheel);
      stage.removeEventListener('touchstart', onStart);
      stage.removeEventListener('touchmove', onMove);
      stage.removeEventListener('touchend', onEnd);
      stage.removeEventListener('touchcancel', onEnd);
    };
  }, [stageRef]);
}
