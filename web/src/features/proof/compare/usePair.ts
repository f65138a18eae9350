import { useEffect, useState } from 'react';
import type { Size } from '../engine';
import type { Loading } from '../viewer/file/useFile';
import { findDifference } from './job';
import type { Box } from './difference';
import { bitmapOf, sizeOf, together } from './pages';

/**
 * Two drawn pages and the size of a sheet that holds both. A page is null when its file lacks it.
 */
export interface Pair {
  sheet: Size;
  before: HTMLCanvasElement | null;
  after: HTMLCanvasElement | null;
}

export type Drawing = { state: 'drawing' } | { state: 'drawn'; pair: Pair } | { state: 'failed' };

/** Documents are drawn at this multiple of the screen's resolution. */
const sharp = 2;

async function canvasOf(bitmap: ImageBitmap): Promise<HTMLCanvasElement> {
  const canvas = document.createElement('canvas');
  canvas.width = bitmap.width;
  canvas.height = bitmap.height;
  canvas.getContext('2d')?.drawImage(bitmap, 0, 0);
  bitmap.close();
  return canvas;
}

/** Draws the same page of two files. */
export function usePair(before: Loading, after: Loading, page: number): Drawing {
  const [one, other] = [before, after].map((l) => (l.state === 'ready' ? l.file : null));
  const [drawn, setDrawn] = useState<{ one: unknown; other: unknown; page: number; now: Drawing } | null>(null);

  useEffect(() => {
    if (!one || !other) return undefined;
    const abort = new AbortController();
    const draw = async (): Promise<Drawing> => {
      const [a, b] = await Promise.all([sizeOf(one, page), sizeOf(other, page)]);
      const scale = one.kind === 'pdf' || other.kind === 'pdf' ? sharp : 1;
      const any = a ?? b;
      if (!any) return { state: 'failed' };
      const sizes = together(a ?? any, b ?? any, scale);
      const [first, second] = await Promise.all([
        a && bitmapOf(one, page, sizes.before, abort.signal).then(canvasOf),
        b && bitmapOf(other, page, sizes.after, abort.signal).then(canvasOf),
      ]);
      return { state: 'drawn', pair: { sheet: sizes.sheet, before: first, after: second } };
    };
    draw().then(
      (now) => {
        if (!abort.signal.aborted) setDrawn({ one, other, page, now });
      },
      () => {
        if (!abort.signal.aborted) setDrawn({ one, other, page, now: { state: 'failed' } });
      },
    );
    return () => abort.abort();
  }, [one, other, page]);

  const current = drawn !== null && drawn.one === one && drawn.other === other && drawn.page === page;
  return current ? drawn.now : { state: 'drawing' };
}

export type Differing =
  { state: 'working' } | { state: 'done'; picture: ImageBitmap; boxes: Box[]; changed: number } | { state: 'failed' };

/** The change of a channel, 0 to 255, that still counts as equal. */
export const tolerances = { fine: 8, normal: 24, coarse: 64 } as const;
export type Tolerance = keyof typeof tolerances;

/** Returns the difference of two drawn pages, or null while it is not requested. */
export function useDifference(pair: Pair | null, tolerance: Tolerance, asked: boolean): Differing | null {
  const [found, setFound] = useState<{ of: unknown; tolerance: Tolerance; now: Differing } | null>(null);
  useEffect(() => {
    if (!pair?.before || !pair.after || !asked) return undefined;
    const abort = new AbortController();
    const { sheet, before, after } = pair;
    const find = async () => {
      const [one, other] = await Promise.all([createImageBitmap(before), createImageBitmap(after)]);
      const job = { before: one, after: other, ...sheet, tolerance: tolerances[tolerance] };
      return findDifference(job, abort.signal);
    };
    const tell = (now: Differing) => {
      if (!abort.signal.aborted) setFound({ of: pair, tolerance, now });
    };
    find().then(
      (result) => tell({ state: 'done', ...result }),
      () => tell({ state: 'failed' }),
    );
    return () => abort.abort();
  }, [pair, tolerance, asked]);
  if (!asked || !pair) return null;
  if (!pair.before || !pair.after) return { state: 'failed' };
  return found?.of === pair && found.tolerance === tolerance ? found.now : { state: 'working' };
}
