import { type FabricObject, StaticCanvas } from 'fabric/es';
import { useLayoutEffect, useRef } from 'react';
import type { Mark, Size } from '../engine';
import { type Look, shapes } from './shapes';
import type { Box } from './useVisibleBox';

interface Props {
  marks: readonly Mark[];
  size: Size;
  scale: number;
  /** The part of the page that is drawn, in screen pixels from the page's top left corner. */
  box: Box;
  selected: string | null;
  hovered: string | null;
  resolved: ReadonlySet<string>;
}

/** The canvas objects of a mark. They are rebuilt only when the mark or its look changes. */
interface Drawn {
  mark: Mark;
  size: Size;
  look: Look;
  objects: FabricObject[];
}

const sameLook = (a: Look, b: Look): boolean =>
  a.scale === b.scale && a.selected === b.selected && a.hovered === b.hovered && a.faded === b.faded;

/** Draws the marks of a page. The engine handles all input. */
export function MarkupCanvas({ marks, size, scale, box, selected, hovered, resolved }: Props) {
  const host = useRef<HTMLDivElement>(null);
  const canvasRef = useRef<StaticCanvas | null>(null);
  const drawnRef = useRef(new Map<string, Drawn>());

  // fabric's dispose is asynchronous and returns the element, so each mount needs a new element.
  useLayoutEffect(() => {
    const element = document.createElement('canvas');
    host.current?.append(element);
    const made = new StaticCanvas(element, { renderOnAddRemove: false, width: 1, height: 1 });
    canvasRef.current = made;
    return () => {
      canvasRef.current = null;
      drawnRef.current = new Map();
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
    const before = drawnRef.current;
    const next = new Map<string, Drawn>();
    for (const mark of marks) {
      const look = {
        scale,
        selected: mark.id === selected,
        hovered: mark.id === hovered,
        faded: resolved.has(mark.id),
      };
      const kept = before.get(mark.id);
      const same = kept?.mark === mark && kept.size === size && sameLook(kept.look, look);
      next.set(mark.id, same ? kept : { mark, size, look, objects: shapes(mark, size, look) });
    }
    canvas.remove(...canvas.getObjects());
    canvas.add(...[...next.values()].flatMap(({ objects }) => objects));
    drawnRef.current = next;
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
