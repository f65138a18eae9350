import { type PointerEvent, type ReactNode, type RefObject, useMemo, useRef } from 'react';
import { MarkPopover } from '../canvas/MarkPopover';
import { MarkupCanvas } from '../canvas/MarkupCanvas';
import { Pins } from '../canvas/Pins';
import { pointOf, usePagePointer } from '../canvas/usePagePointer';
import { type Box, useVisibleBox } from '../canvas/useVisibleBox';
import canvas from '../canvas/canvas.module.css';
import { inPage, type Size } from '../engine';
import { turnedMark, turnedPoint, turnedSize, unturnedPoint } from '../engine/turn';
import type { Markup } from '../markup';
import { Cursors } from '../presence/Cursors';
import { usePresenceHere } from '../presence/usePresence';
import type { Viewer } from './useViewer';
import classes from './viewer.module.css';

interface Props {
  number: number;
  /** The size in the file. */
  size: Size;
  viewer: Viewer;
  stage: RefObject<HTMLElement | null>;
  markup: Markup;
  pans: (event: PointerEvent) => boolean;
  /** The popover at a mark of this page, if any. */
  popover: { id: string; label: string; content: ReactNode } | null;
  /** Renders the page itself; `box` is its visible part, in screen pixels. */
  children: (box: Box) => ReactNode;
}

/** One page with its marks and pins. */
export function PageFrame({ number, size, viewer, stage, markup, pans, popover, children }: Props) {
  const frame = useRef<HTMLDivElement>(null);
  const { state, dispatch } = markup;
  const presence = usePresenceHere();
  const { turn, layout, zoom } = viewer;
  const { width = 0, height = 0 } = layout.sizes[number - 1] ?? {};
  const box = useVisibleBox(frame, stage, width, height);
  const pointer = usePagePointer({
    page: number,
    elementRef: frame,
    scale: zoom.scale,
    turn,
    state,
    dispatch,
    onHover: markup.hover,
    pans,
  });
  const shown = useMemo(() => turnedSize(size, turn), [size, turn]);
  const saved = useMemo(
    () => state.marks.flatMap((m) => (m.page === number ? [turnedMark(m, turn, size)] : [])),
    [state.marks, number, turn, size],
  );
  const { gesture } = state;
  const drawn = useMemo(
    () => (gesture?.type === 'draw' && gesture.mark.page === number ? turnedMark(gesture.mark, turn, size) : null),
    [gesture, number, turn, size],
  );
  const marks = useMemo(() => (drawn ? [...saved, drawn] : saved), [saved, drawn]);
  const pins = useMemo(
    () => markup.pins.flatMap((pin) => (pin.page === number ? [{ ...pin, at: turnedPoint(pin.at, turn) }] : [])),
    [markup.pins, number, turn],
  );
  const at = popover && marks.find((m) => m.id === popover.id);
  const aim = state.aim?.page === number ? turnedPoint(state.aim.at, turn) : null;
  const drawing = state.tool !== 'mouse' && !state.readOnly;

  return (
    <div
      ref={frame}
      className={classes.page}
      data-page={number}
      data-drawing={drawing || undefined}
      style={{ width, height, top: layout.tops[number - 1], marginLeft: -width / 2 }}
      onPointerDown={pointer.down}
      onPointerMove={(event) => {
        pointer.move(event);
        const at = presence && inPage(unturnedPoint(pointOf(event, event.currentTarget), turn));
        if (at) presence.point({ page: number, ...at });
      }}
      onPointerUp={pointer.up}
      onPointerCancel={pointer.lost}
      onPointerLeave={() => {
        markup.hover(null);
        presence?.point(null);
      }}
    >
      {children(box)}
      <MarkupCanvas
        marks={marks}
        size={shown}
        scale={zoom.scale}
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
      {aim && <span className={canvas.aim} style={{ left: `${aim.x * 100}%`, top: `${aim.y * 100}%` }} />}
      {presence && <Cursors presence={presence} page={number} turn={turn} />}
      {popover && at && (
        <MarkPopover mark={at} size={shown} label={popover.label}>
          {popover.content}
        </MarkPopover>
      )}
    </div>
  );
}
