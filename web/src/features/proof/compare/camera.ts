import type { Point, Size } from '../engine';

/** How the compared pages are looked at: their scale, and where their top left is in the pane. Both panes share it. */
export interface Camera {
  scale: number;
  x: number;
  y: number;
}

export const smallest = 0.02;
export const largest = 8;
const margin = 24;

/** The whole sheet in the middle of the pane, not larger than it is. */
export function fitted(sheet: Size, room: Size): Camera {
  const scale = Math.min(1, (room.width - 2 * margin) / sheet.width, (room.height - 2 * margin) / sheet.height);
  const wanted = Math.max(scale, smallest);
  return { scale: wanted, x: (room.width - sheet.width * wanted) / 2, y: (room.height - sheet.height * wanted) / 2 };
}

/** Zooms and keeps what lies under a point of the pane where it is. */
export function zoomed({ scale, x, y }: Camera, by: number, at: Point): Camera {
  const next = Math.min(Math.max(scale * by, smallest), largest);
  const factor = next / scale;
  return { scale: next, x: at.x - (at.x - x) * factor, y: at.y - (at.y - y) * factor };
}

/** A place of the sheet in the middle of the pane, large enough to be seen. */
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
