import { StaticCanvas } from 'fabric/es';
import { useLayoutEffect, useRef } from 'react';
import type { Mark, Size } from '../engine';
import { shapes } from './shapes';
import type { Box } from './useVisibleBox';

interface Props {
  marks: readonly Mark[];
  size: Size;
  scale: number;
  /** The part of the page that is drawn, in screen pixels from the page's top left. */
  box: Box;
  selected: string | null;
  hovered: string | null;
  resolved: ReadonlySet<string>;
}

/** Draws the marks of a page. It only draws: what happens on the page is the engine's. */
export function MarkupCanvas({ marks, size, scale, box, selected, hovered, resolved }: Props) {
  const host = useRef<HTMLDivElement>(null);
  const canvasRef = useRef<StaticCanvas | null>(null);

  // fabric's dispose is asynchronous and gives the element back, so each mount has an element of its own.
  useLayoutEffect(() => {
    const element = document.createElement('canvas');
    host.current?.append(element);
    const made = new StaticCanvas(element, { renderOnAddRemove: false, width: 1, height: 1 });
    canvasRef.current = made;
    return () => {
      canvasRef.current = null;
      element.remove();
      void made.dispose();
    };
  }, []);

  useLayoutEffect(() => {
    const canvas = canvasRef.current;
    if (!canvas) return;
    if (canvas.width !== box.width || canvas.height !== box.height) {
      canvas.setDimensions({ width: box.width, height: box.height });
    }
    canvas.setViewportTransform([scale, 0, 0, scale, -box.x, -box.y]);
    canvas.remove(...canvas.getObjects());
    canvas.add(
      ...marks.flatMap((mark) =>
        shapes(mark, size, {
          scale,
          selected: mark.id === selected,
          hovered: mark.id === hovered,
          faded: resolved.has(mark.id),
        }),
      ),
    );
    canvas.renderAll();
  }, [marks, size, scale, box, selected, hovered, resolved]);

  return (
    <div
      ref={host}
      aria-hidden="true"
      style={{ position: 'absolute', left: box.x, top: box.y, pointerEvents: 'none' }}
    />
  );
}
