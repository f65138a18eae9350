import { type CSSProperties, type KeyboardEvent, type ReactNode, useEffect, useEffectEvent, useRef } from 'react';
import type { Size } from '../engine';
import { type Camera, moved, zoomed } from './camera';
import classes from './compare.module.css';

interface Props {
  label: string;
  camera: Camera;
  onCamera: (camera: Camera) => void;
  onFit: () => void;
  /** Receives the size of the pane. */
  onRoom?: (room: Size) => void;
  children: ReactNode;
}

const arrows: Record<string, [number, number]> = {
  ArrowLeft: [1, 0],
  ArrowRight: [-1, 0],
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
};
const stepBy = 60;
const zoomBy = 1.25;

/**
 * A viewport on the sheet. The wheel and dragging move it, Ctrl and the wheel zoom it; the arrow
 * keys, plus, minus and 0 do the same.
 */
export function Pane({ label, camera, onCamera, onFit, onRoom, children }: Props) {
  const pane = useRef<HTMLDivElement>(null);
  const from = useRef<{ id: number; x: number; y: number; camera: Camera } | null>(null);

  const wheel = useEffectEvent((event: WheelEvent) => {
    event.preventDefault();
    const box = pane.current?.getBoundingClientRect();
    if (!box) return;
    const at = { x: event.clientX - box.left, y: event.clientY - box.top };
    if (event.ctrlKey || event.metaKey) onCamera(zoomed(camera, event.deltaY < 0 ? zoomBy : 1 / zoomBy, at));
    else onCamera(moved(camera, -event.deltaX, -event.deltaY));
  });
  const measured = useEffectEvent((room: Size) => onRoom?.(room));
  useEffect(() => {
    const element = pane.current;
    if (!element) return undefined;
    const onWheel = (event: WheelEvent) => wheel(event);
    element.addEventListener('wheel', onWheel, { passive: false });
    const resized = new ResizeObserver(() => measured({ width: element.clientWidth, height: element.clientHeight }));
    resized.observe(element);
    return () => {
      element.removeEventListener('wheel', onWheel);
      resized.disconnect();
    };
  }, []);

  const onKeyDown = (event: KeyboardEvent) => {
    const by = arrows[event.key];
    const { clientWidth = 0, clientHeight = 0 } = pane.current ?? {};
    const middle = { x: clientWidth / 2, y: clientHeight / 2 };
    if (by) onCamera(moved(camera, by[0] * stepBy, by[1] * stepBy));
    else if (event.key === '+' || event.key === '=') onCamera(zoomed(camera, zoomBy, middle));
    else if (event.key === '-') onCamera(zoomed(camera, 1 / zoomBy, middle));
    else if (event.key === '0') onFit();
    else return;
    event.preventDefault();
  };

  return (
    // A viewport that the keyboard moves, like the proof itself.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <div
      ref={pane}
      className={classes.pane}
      role="application"
      aria-label={`${label}. Arrow keys move, plus and minus zoom, 0 fits.`}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      onKeyDown={onKeyDown}
      onPointerDown={(event) => {
        if (event.target instanceof Element && event.target.closest('button, input')) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        from.current = { id: event.pointerId, x: event.clientX, y: event.clientY, camera };
      }}
      onPointerMove={(event) => {
        const start = from.current;
        if (start?.id === event.pointerId)
          onCamera(moved({ ...start.camera, scale: camera.scale }, event.clientX - start.x, event.clientY - start.y));
      }}
      onPointerUp={() => {
        from.current = null;
      }}
      onPointerCancel={() => {
        from.current = null;
      }}
    >
      {children}
    </div>
  );
}

const placed = ({ scale, x, y }: Camera): CSSProperties => ({ transform: `translate(${x}px, ${y}px) scale(${scale})` });

/** A drawn page, placed by the camera. */
export function Layer({ page, camera, name }: { page: HTMLCanvasElement | ImageBitmap; camera: Camera; name: string }) {
  const host = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const place = host.current;
    let canvas = page instanceof HTMLCanvasElement ? page : null;
    if (!canvas) {
      canvas = document.createElement('canvas');
      canvas.width = page.width;
      canvas.height = page.height;
      canvas.getContext('2d')?.drawImage(page, 0, 0);
    }
    place?.replaceChildren(canvas);
  }, [page]);
  return <div ref={host} className={classes.layer} style={placed(camera)} role="img" aria-label={name} />;
}
