import { Button } from '@mantine/core';
import { type CSSProperties, useEffect, useRef, useState } from 'react';
import type { Size } from '../../engine';
import type { Turn } from '../../engine/turn';
import type { Box } from '../../canvas/useVisibleBox';
import type { PdfFile } from '../useFile';
import { useSlow } from '../useSlow';
import { pixelRatio } from '../zoom';
import type { PDFPageProxy } from './open';
import { place, renderPage } from './render';
import type { TextLayers } from './textLayers';
import { useTextLayer } from './useTextLayer';

/** No canvas is larger than this many pixels: a bigger page is drawn coarser, and sharp where it is seen. */
const mostPixels = 16_000_000;
/** Zooming and scrolling wait until they rest. */
const restMs = 120;

/** How many pixels of the canvas a page pixel takes, as wanted and as it may be. */
export function density(size: Size, scale: number, ratio: number): { wanted: number; allowed: number } {
  const wanted = scale * ratio;
  const pixels = size.width * size.height * wanted * wanted;
  return { wanted, allowed: pixels > mostPixels ? wanted * Math.sqrt(mostPixels / pixels) : wanted };
}

/** What pdf.js sizes its text by. */
const scaled = (factor: number) =>
  ({ '--total-scale-factor': factor, '--scale-round-x': '1px', '--scale-round-y': '1px' }) as CSSProperties;

export interface PdfPageProps {
  file: PdfFile;
  number: number;
  /** As it is shown: turned. */
  size: Size;
  turn: Turn;
  scale: number;
  /** The part of the page in sight, in screen pixels from its top left. */
  box: Box;
  label: string;
  texts: TextLayers;
  /** Its text can be chosen. */
  selectable: boolean;
}

/** One page of a PDF. While a sharper one is drawn, the one before stays and is stretched. */
export function PdfPage({ file, number, size, turn, scale, box, label, texts, selectable }: PdfPageProps) {
  const sheet = useRef<HTMLDivElement>(null);
  const detail = useRef<HTMLDivElement>(null);
  const [page, setPage] = useState<PDFPageProxy | null>(null);
  const [drawn, setDrawn] = useState<'no' | 'yes' | 'failed'>('no');
  const ratio = window.devicePixelRatio || 1;
  const { wanted, allowed } = density(size, scale, ratio);

  useEffect(() => {
    let left = false;
    let opened: PDFPageProxy | null = null;
    file.learn(number);
    file.document.getPage(number).then(
      (found) => {
        opened = found;
        if (left) found.cleanup();
        else setPage(found);
      },
      () => {
        if (!left) setDrawn('failed');
      },
    );
    return () => {
      left = true;
      opened?.cleanup();
    };
  }, [file, number]);

  useEffect(() => {
    if (!page) return undefined;
    const abort = new AbortController();
    const host = sheet.current;
    const timer = setTimeout(
      () => {
        renderPage(page, { by: allowed, turn }, abort.signal).then(
          (canvas) => {
            if (abort.signal.aborted) return;
            place(host, canvas);
            setDrawn('yes');
          },
          () => {
            if (!abort.signal.aborted) setDrawn('failed');
          },
        );
      },
      host?.firstChild ? restMs : 0,
    );
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [page, allowed, turn]);

  // What one canvas cannot hold is drawn again, sharp, where it is seen.
  const coarse = allowed < wanted;
  const { x, y, width, height } = box;
  useEffect(() => {
    const host = detail.current;
    if (!page || !coarse || width === 0 || height === 0) {
      place(host);
      return undefined;
    }
    const abort = new AbortController();
    const timer = setTimeout(() => {
      const part = { x: x * ratio, y: y * ratio, width: width * ratio, height: height * ratio };
      renderPage(page, { by: wanted, turn, part }, abort.signal).then(
        (canvas) => {
          if (abort.signal.aborted) return;
          const at = `left:${x}px;top:${y}px;width:${width}px;height:${height}px`;
          canvas.setAttribute('style', at);
          place(host, canvas);
        },
        () => undefined, // the coarse one is there
      );
    }, restMs);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [page, coarse, wanted, turn, x, y, width, height, ratio]);

  useEffect(() => {
    const hosts = [sheet.current, detail.current];
    return () => {
      for (const host of hosts) place(host);
    };
  }, []);

  const waits = drawn === 'no';
  const slow = useSlow(waits, file);

  const text = useTextLayer({ page: drawn === 'yes' ? page : null, number, turn, texts }); // drawing comes first
  return (
    <>
      <div ref={sheet} data-sheet role="img" aria-label={label} data-drawn={drawn === 'yes'} />
      <div ref={detail} data-detail aria-hidden="true" />
      <div ref={text} data-text data-selectable={selectable || undefined} style={scaled(scale * pixelRatio)} />
      {waits && slow && (
        <div data-failed role="status">
          Page {number} takes long to draw. You can wait, or stop reading this file.
          <Button
            size="xs"
            variant="default"
            onPointerDown={(event) => event.stopPropagation()} // the ground would take it for a drag
            onClick={file.stop}
          >
            Stop
          </Button>
        </div>
      )}
      {waits && !slow && (
        <p data-waiting aria-hidden="true">
          Reading page {number}…
        </p>
      )}
      {drawn === 'failed' && (
        <div data-failed role="alert">
          This page could not be drawn.
          <Button
            size="xs"
            variant="default"
            onPointerDown={(event) => event.stopPropagation()} // the ground would take it for a drag
            onClick={() => window.location.reload()}
          >
            Reload the page
          </Button>
        </div>
      )}
    </>
  );
}
