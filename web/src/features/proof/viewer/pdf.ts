import { getDocument, GlobalWorkerOptions, type PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
// oxlint-disable-next-line import/default -- the build gives the address
import workerUrl from 'pdfjs-dist/legacy/build/pdf.worker.min.mjs?url';
import type { Size } from '../engine';
import { pixelRatio } from './zoom';

export type { PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';

/** Where `pdfAssets` puts what pdf.js reads beside its code. */
const assets = `${import.meta.env.BASE_URL}pdfjs/`;

export async function openPdf(bytes: ArrayBuffer, signal: AbortSignal): Promise<PDFDocumentProxy> {
  GlobalWorkerOptions.workerSrc = workerUrl;
  const task = getDocument({
    data: bytes,
    cMapUrl: `${assets}cmaps/`,
    standardFontDataUrl: `${assets}standard_fonts/`,
    wasmUrl: `${assets}wasm/`,
    iccUrl: `${assets}iccs/`,
    useSystemFonts: false,
    enableXfa: false,
  });
  signal.addEventListener('abort', () => void task.destroy(), { once: true });
  return task.promise;
}

/** The sizes of all pages in page pixels, turned as they are shown. */
export async function pageSizes(document: PDFDocumentProxy): Promise<Size[]> {
  const numbers = Array.from({ length: document.numPages }, (_, i) => i + 1);
  return Promise.all(
    numbers.map(async (number) => {
      const { width, height } = (await document.getPage(number)).getViewport({ scale: pixelRatio });
      return { width, height };
    }),
  );
}
