import { type PointerEvent, type ReactNode, type RefObject, useMemo, useRef } from 'react';
import { MarkPopover } from '../canvas/MarkPopover';
import { MarkupCanvas } from '../canvas/MarkupCanvas';
import { Pins } from '../canvas/Pins';
import { usePagePointer } from '../canvas/usePagePointer';
import { useVisibleBox } from '../canvas/useVisibleBox';
import canvas from '../canvas/canvas.module.css';
import type { Size } from '../engine';
import type { Markup } from '../markup';
import { useNearView } from './useNearView';
import classes from './viewer.module.css';

interface Props {
  number: number;
  size: Size;
  scale: number;
  stage: RefObject<HTMLElement | null>;
  markup: Markup;
  pans: (event: PointerEvent) => boolean;
  /** What is shown at a mark of this page, if anything. */
  popover: { id: string; label: string; content: ReactNode } | null;
  children: ReactNode;
}

/** One page with its marks and pins. Away from the view it keeps its size and nothing else. */
export function PageFrame({ number, size, scale, stage, markup, pans, popover, children }: Props) {
  const frame = useRef<HTMLDivElement>(null);
  const { state, dispatch } = markup;
  const width = Math.round(size.width * scale);
  const height = Math.round(size.height * scale);
  const near = useNearView(frame, stage);
  const box = useVisibleBox(frame, stage, width, height);
  const pointer = usePagePointer({
    page: number,
    elementRef: frame,
    scale,
    state,
    dispatch,
    onHover: markup.hover,
    pans,
  });
  const saved = useMemo(() => state.marks.filter((m) => m.page === number), [state.marks, number]);
  const drawn = state.gesture?.type === 'draw' && state.gesture.mark.page === number ? state.gesture.mark : null;
  const marks = useMemo(() => (drawn ? [...saved, drawn] : saved), [saved, drawn]);
  const pins = useMemo(() => markup.pins.filter((pin) => pin.page === number), [markup.pins, number]);
  const at = popover && marks.find((m) => m.id === popover.id);
  const drawing = state.tool !== 'mouse' && !state.readOnly;

  return (
    <div
      ref={frame}
      className={classes.page}
      data-page={number}
      data-drawing={drawing || undefined}
      style={{ width, height }}
      onPointerDown={pointer.down}
      onPointerMove={pointer.move}
      onPointerUp={pointer.up}
      onPointerCancel={pointer.lost}
      onPointerLeave={() => markup.hover(null)}
    >
      {near && (
        <>
          {children}
          <MarkupCanvas
            marks={marks}
            size={size}
            scale={scale}
            box={box}
            selected={state.selected}
            hovered={markup.hovered}
            resolved={markup.resolved}
          />
          <Pins
            pins={pins}
            looks={markup.looks}
            selected={state.selected}
            hovered={markup.hovered}
            onChoose={markup.openAtMark}
            onHover={markup.hover}
          />
          {state.aim?.page === number && (
            <span
              className={canvas.aim}
              style={{ left: `${state.aim.at.x * 100}%`, top: `${state.aim.at.y * 100}%` }}
            />
          )}
          {popover && at && (
            <MarkPopover mark={at} size={size} label={popover.label}>
              {popover.content}
            </MarkPopover>
          )}
        </>
      )}
    </div>
  );
}
