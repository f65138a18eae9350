import { Button } from '@mantine/core';
import { type CSSProperties, useEffect, useRef, useState } from 'react';
import type { Size } from '../../engine';
import type { PdfPageProps } from '../file/proofFile';
import { useSlow } from '../file/useSlow';
import { pixelRatio } from '../zoom/zoom';
import type { PDFPageProxy } from './open';
import { place, renderPage } from './render';
import { useTextLayer } from './useTextLayer';

/**
 * The most pixels of a canvas. A larger page is drawn at a lower resolution, and its visible part
 * in full resolution.
 */
const mostPixels = 16_000_000;
/** A page is drawn again once zooming and scrolling have stopped for this time, in ms. */
const restMs = 120;

/**
 * Returns the canvas pixels per page pixel: the number that is wanted, and the one that the limit
 * allows.
 */
export function density(size: Size, scale: number, ratio: number): { wanted: number; allowed: number } {
  const wanted = scale * ratio;
  const pixels = size.width * size.height * wanted * wanted;
  return { wanted, allowed: pixels > mostPixels ? wanted * Math.sqrt(mostPixels / pixels) : wanted };
}

/** The properties by which pdf.js sizes its text. */
const scaled = (factor: number) =>
  ({ '--total-scale-factor': factor, '--scale-round-x': '1px', '--scale-round-y': '1px' }) as CSSProperties;

/**
 * One page of a PDF. While a sharper version is drawn, the previous one is stretched and stays
 * visible.
 */
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

  // A page that exceeds the limit of a canvas gets a second canvas, which shows the visible part in
  // full resolution.
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
        () => undefined, // The coarse version stays visible.
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

  // Drawing has priority over the text.
  const text = useTextLayer({ page: drawn === 'yes' ? page : null, number, turn, texts });
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
            // Otherwise the stage would start a drag.
            onPointerDown={(event) => event.stopPropagation()}
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
            // Otherwise the stage would start a drag.
            onPointerDown={(event) => event.stopPropagation()}
            onClick={() => window.location.reload()}
          >
            Reload the page
          </Button>
        </div>
      )}
    </>
  );
}
