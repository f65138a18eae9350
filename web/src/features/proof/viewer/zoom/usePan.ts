import { type PointerEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { isWithin } from '../../canvas/usePagePointer';

/**
 * Pans the view when the stage is dragged with the mouse tool, the middle button, or while the
 * space bar is held.
 */
export function usePan(stageRef: RefObject<HTMLElement | null>) {
  const held = useRef(false);
  const from = useRef<{ x: number; y: number; left: number; top: number } | null>(null);
  const [grip, setGrip] = useState<'none' | 'ready' | 'moving'>('none');

  useEffect(() => {
    const typing = (target: EventTarget | null) =>
      target instanceof HTMLElement && target.closest('input, textarea, button, [contenteditable="true"]') !== null;
    const down = (event: KeyboardEvent) => {
      if (event.code !== 'Space' || typing(event.target)) return;
      event.preventDefault();
      held.current = true;
      setGrip((now) => (now === 'none' ? 'ready' : now));
    };
    const up = (event: KeyboardEvent) => {
      if (event.code !== 'Space') return;
      held.current = false;
      setGrip((now) => (now === 'ready' ? 'none' : now));
    };
    window.addEventListener('keydown', down);
    window.addEventListener('keyup', up);
    return () => {
      window.removeEventListener('keydown', down);
      window.removeEventListener('keyup', up);
    };
  }, []);

  /** Reports whether this press pans, whatever the tool. */
  const wanted = (event: PointerEvent): boolean => held.current || event.button === 1;
  const start = (event: PointerEvent): void => {
    const view = stageRef.current;
    if (!view || !isWithin(event, view) || (event.pointerType === 'touch' && !held.current)) return;
    if (!wanted(event) && event.target instanceof Element && event.target.closest('[data-selectable] span')) return;
    view.setPointerCapture(event.pointerId);
    from.current = { x: event.clientX, y: event.clientY, left: view.scrollLeft, top: view.scrollTop };
    setGrip('moving');
  };
  const move = (event: PointerEvent): void => {
    const view = stageRef.current;
    if (!view || !from.current) return;
    const { x, y, left, top } = from.current;
    view.scrollTo({ left: left - (event.clientX - x), top: top - (event.clientY - y), behavior: 'instant' });
  };
  const end = (): void => {
    if (!from.current) return;
    from.current = null;
    setGrip(held.current ? 'ready' : 'none');
  };
  return { grip, start, move, end, wanted };
}
