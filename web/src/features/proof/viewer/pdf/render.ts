import type { PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import type { Turn } from '../../engine/turn';
import { pixelRatio } from '../zoom/zoom';

interface Wanted {
  /** The number of canvas pixels per page pixel. */
  by: number;
  turn?: Turn;
  /** The part to draw, in canvas pixels at this scale; the whole page when it is missing. */
  part?: { x: number; y: number; width: number; height: number };
}

/** Returns the page's size in page pixels, rotated as the file says. */
export function sizeOf(page: PDFPageProxy): { width: number; height: number } {
  const { width, height } = page.getViewport({ scale: pixelRatio });
  return { width, height };
}

/** Draws a page, or a part of it, off screen and returns the canvas. */
export async function renderPage(
  page: PDFPageProxy,
  { by, turn = 0, part }: Wanted,
  signal: AbortSignal,
): Promise<HTMLCanvasElement> {
  signal.throwIfAborted();
  const viewport = page.getViewport({ scale: pixelRatio * by, rotation: (page.rotate + turn * 90) % 360 });
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.floor(part?.width ?? viewport.width));
  canvas.height = Math.max(1, Math.floor(part?.height ?? viewport.height));
  const task = page.render({ canvas, viewport, transform: part && [1, 0, 0, 1, -part.x, -part.y] });
  signal.addEventListener('abort', () => task.cancel(), { once: true });
  await task.promise;
  return canvas;
}

/**
 * Draws a page once and frees what pdf.js read for it. Otherwise scrolling through a document would
 * keep the images of all its pages in memory.
 */
export async function drawOnce(page: PDFPageProxy, wanted: Wanted, signal: AbortSignal): Promise<HTMLCanvasElement> {
  try {
    return await renderPage(page, wanted, signal);
  } finally {
    page.cleanup();
  }
}

/**
 * Replaces the content of an element with a canvas, or with nothing. The pixels of the previous
 * canvas are freed at once, not when memory runs short.
 */
export function place(host: Element | null, canvas?: HTMLCanvasElement): void {
  for (const old of host?.querySelectorAll('canvas') ?? []) {
    old.width = 0;
    old.height = 0;
  }
  host?.replaceChildren(...(canvas ? [canvas] : []));
}
