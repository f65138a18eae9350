import { useEffect, useRef, useState } from 'react';
import type { Size } from '../engine';
import type { PDFDocumentProxy } from './pdf';
import { pixelRatio } from './zoom';

/** No canvas is larger than this many pixels: a bigger page is drawn coarser and stretched. */
const mostPixels = 16_000_000;
/** Zooming waits until it rests. */
const restMs = 120;

function density(size: Size, scale: number): number {
  const wanted = scale * (window.devicePixelRatio || 1);
  const pixels = size.width * size.height * wanted * wanted;
  return pixels > mostPixels ? wanted * Math.sqrt(mostPixels / pixels) : wanted;
}

/** Draws a page beside the screen and answers its canvas. */
async function draw(document: PDFDocumentProxy, number: number, by: number, signal: AbortSignal) {
  const page = await document.getPage(number);
  signal.throwIfAborted();
  const viewport = page.getViewport({ scale: pixelRatio * by });
  const canvas = window.document.createElement('canvas');
  canvas.width = Math.max(1, Math.floor(viewport.width));
  canvas.height = Math.max(1, Math.floor(viewport.height));
  canvas.setAttribute('style', 'width:100%;height:100%;display:block');
  const task = page.render({ canvas, viewport });
  signal.addEventListener('abort', () => task.cancel(), { once: true });
  await task.promise;
  return canvas;
}

interface Props {
  document: PDFDocumentProxy;
  number: number;
  size: Size;
  scale: number;
  label: string;
}

/** One page of a PDF. While a sharper one is drawn, the one before stays and is stretched. */
export function PdfPage({ document, number, size, scale, label }: Props) {
  const host = useRef<HTMLDivElement>(null);
  const [drawn, setDrawn] = useState(false);
  const by = density(size, scale);

  useEffect(() => {
    const abort = new AbortController();
    const place = host.current;
    const wait = place?.firstChild ? restMs : 0;
    const timer = setTimeout(() => {
      draw(document, number, by, abort.signal).then(
        (canvas) => {
          if (abort.signal.aborted) return;
          place?.replaceChildren(canvas);
          setDrawn(true);
        },
        // a page that cannot be drawn stays blank; the others do not suffer from it
        () => undefined,
      );
    }, wait);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [document, number, by]);

  return <div ref={host} role="img" aria-label={label} data-drawn={drawn} style={{ width: '100%', height: '100%' }} />;
}
