import type { Size } from '../../engine';

/** The zoom steps (D-18). */
export const steps = [0.25, 0.5, 0.75, 1, 1.25, 1.5, 2, 3, 4] as const;
const smallest = 0.02;
const largest = 4;

export const initialImageScale = 0.75;
/** The number of page pixels per PDF point. */
export const pixelRatio = 96 / 72;
export const pageMargin = 16;
/** The space that a fitted page leaves free in the window, in screen pixels. */
export const allowance = { vertical: 180, horizontal: 30 } as const;

export type Orientation = 'landscape' | 'portrait' | 'square';
export type Fit = { by: 'width' | 'height'; share: number };

export function orientation({ width, height }: Size): Orientation {
  if (width === height) return 'square';
  return width > height ? 'landscape' : 'portrait';
}

/**
 * Returns the shares of the window that a fitted page can take. Square files use the landscape ones
 * (D-18).
 */
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

/** Returns the scale at which a page takes this share of a window of `room` pixels. */
export function fitScale({ by, share }: Fit, page: Size, room: Size): number {
  const free =
    by === 'width'
      ? (room.width - allowance.horizontal) / page.width
      : (room.height - allowance.vertical) / page.height;
  return bounded(free * share);
}

/** Returns the scale that shows the whole page, which Ctrl+0 selects. */
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
