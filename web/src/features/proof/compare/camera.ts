import type { Point, Size } from '../engine';

/**
 * The view of the compared pages: the scale, and the position of their top left corner in the pane.
 * Both panes share it.
 */
export interface Camera {
  scale: number;
  x: number;
  y: number;
}

export const smallest = 0.02;
export const largest = 8;
const margin = 24;

/** Returns a camera that shows the whole sheet in the middle of the pane, never enlarged. */
export function fitted(sheet: Size, room: Size): Camera {
  const scale = Math.min(1, (room.width - 2 * margin) / sheet.width, (room.height - 2 * margin) / sheet.height);
  const wanted = Math.max(scale, smallest);
  return { scale: wanted, x: (room.width - sheet.width * wanted) / 2, y: (room.height - sheet.height * wanted) / 2 };
}

/** Zooms and keeps the given point of the pane in place. */
export function zoomed({ scale, x, y }: Camera, by: number, at: Point): Camera {
  const next = Math.min(Math.max(scale * by, smallest), largest);
  const factor = next / scale;
  return { scale: next, x: at.x - (at.x - x) * factor, y: at.y - (at.y - y) * factor };
}

/**
 * Returns a camera that shows a box of the sheet in the middle of the pane, large enough to
 * recognise.
 */
export function lookingAt(box: { x: number; y: number; width: number; height: number }, room: Size): Camera {
  const scale = Math.min(2, room.width / (box.width * 2.5), room.height / (box.height * 2.5));
  return {
    scale,
    x: room.width / 2 - (box.x + box.width / 2) * scale,
    y: room.height / 2 - (box.y + box.height / 2) * scale,
  };
}

export const moved = (camera: Camera, dx: number, dy: number): Camera => ({
  ...camera,
  x: camera.x + dx,
  y: camera.y + dy,
});
