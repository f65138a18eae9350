import type { Size } from '../engine';

/** Zoom steps (D-18). */
export const steps = [0.25, 0.5, 0.75, 1, 1.25, 1.5, 2, 3, 4] as const;
const smallest = 0.02;
const largest = 4;

export const initialImageScale = 0.75;
/** PDF points to page pixels. */
export const pixelRatio = 96 / 72;
export const pageMargin = 16;
/** What a fitted page leaves free of the window, in screen pixels. */
export const allowance = { vertical: 180, horizontal: 30 } as const;

export type Orientation = 'landscape' | 'portrait' | 'square';
export type Fit = { by: 'width' | 'height'; share: number };

export function orientation({ width, height }: Size): Orientation {
  if (width === height) return 'square';
  return width > height ? 'landscape' : 'portrait';
}

/** How much of the room a fitted page takes; square files use the landscape scales (D-18). */
export function fits(page: Size): Fit[] {
  const upright = orientation(page) === 'portrait';
  const small = [0.5, 0.75, 1];
  const large = [1, 1.25, 1.5];
  const widths = upright ? large : small;
  const heights = upright ? [0.75, 1] : large;
  return [
    ...widths.map((share): Fit => ({ by: 'width', share })),
    ...heights.map((share): Fit => ({ by: 'height', share })),
  ];
}

export const bounded = (scale: number): number => Math.min(Math.max(scale, smallest), largest);

/** The scale at which a page takes this share of a window of `room` pixels. */
export function fitScale({ by, share }: Fit, page: Size, room: Size): number {
  const free =
    by === 'width'
      ? (room.width - allowance.horizontal) / page.width
      : (room.height - allowance.vertical) / page.height;
  return bounded(free * share);
}

/** The whole page in sight: what Ctrl+0 does. */
export function fitPage(page: Size, room: Size): number {
  return Math.min(fitScale({ by: 'width', share: 1 }, page, room), fitScale({ by: 'height', share: 1 }, page, room));
}

const slack = 0.001;

export function zoomIn(scale: number): number {
  return steps.find((s) => s > scale + slack) ?? Math.max(scale, largest);
}

export function zoomOut(scale: number): number {
  return steps.findLast((s) => s < scale - slack) ?? scale;
}

export const percent = (scale: number): string => `${Math.round(scale * 100)}%`;
