import { newId } from '@/lib/newId';
import { type PointerEvent, type RefObject, useRef } from 'react';
import { type Event, hitTest, type Point, sizeOf, type State } from '../engine';
import { type Turn, unturnedPoint } from '../engine/turn';

/** How far from a mark a press still hits it, in screen pixels. Fingers need more room. */
const reach = { mouse: 6, touch: 16 } as const;

export function pointOf(event: { clientX: number; clientY: number }, element: Element): Point {
  const { left, top, width, height } = element.getBoundingClientRect();
  return { x: (event.clientX - left) / width, y: (event.clientY - top) / height };
}

/**
 * isWithin reports whether an event happened on or inside an element. An event from a portal of it
 * does not count.
 */
export const isWithin = ({ target }: { target: EventTarget | null }, element: Element): boolean =>
  target instanceof Node && element.contains(target);

interface Options {
  page: number;
  elementRef: RefObject<HTMLElement | null>;
  scale: number;
  turn: Turn;
  state: State;
  dispatch: (event: Event) => void;
  onHover: (id: string | null) => void;
  /** Reports whether a press pans the view instead. */
  pans: (event: PointerEvent) => boolean;
}

/**
 * Turns pointer input on a page into events of the engine. The stage handles presses beside the
 * marks.
 */
export function usePagePointer({ page, elementRef, scale, turn, state, dispatch, onHover, pans }: Options) {
  const holding = useRef(false);
  const tolerance = (event: PointerEvent) => reach[event.pointerType === 'touch' ? 'touch' : 'mouse'] / scale;

  const markUnder = (event: PointerEvent, at: Point) =>
    hitTest(state.marks, page, at, sizeOf(state.pages, page), tolerance(event));

  const down = (event: PointerEvent): void => {
    const target = elementRef.current;
    // A popover at a mark is in another part of the document, but its React events bubble up to
    // here.
    if (!target || !isWithin(event, target) || event.button !== 0 || pans(event)) return;
    // The mark would move once the real size is known.
    if (sizeOf(state.pages, page).guessed) return;
    const at = unturnedPoint(pointOf(event, target), turn);
    const pin = event.target instanceof Element ? event.target.closest('[data-pin]') : null;
    const id = pin?.getAttribute('data-pin');
    if (!id && (state.tool === 'mouse' || state.readOnly) && !markUnder(event, at)) {
      dispatch({ type: 'select', id: null });
      return;
    }
    event.stopPropagation();
    holding.current = true;
    target.setPointerCapture(event.pointerId);
    dispatch(id ? { type: 'grab', id, at } : { type: 'down', page, at, id: newId(), tolerance: tolerance(event) });
  };

  const move = (event: PointerEvent): void => {
    const target = elementRef.current;
    if (!target) return;
    const at = unturnedPoint(pointOf(event, target), turn);
    if (holding.current) dispatch({ type: 'move', at });
    else if (state.tool === 'mouse' && event.pointerType === 'mouse') onHover(markUnder(event, at)?.id ?? null);
  };

  const up = (): void => {
    if (!holding.current) return;
    holding.current = false;
    dispatch({ type: 'up' });
  };
  const lost = (): void => {
    if (!holding.current) return;
    holding.current = false;
    dispatch({ type: 'cancel' });
  };
  return { down, move, up, lost };
}
