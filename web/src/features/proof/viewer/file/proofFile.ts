import type { PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import type { ComponentType } from 'react';
import type { Box } from '../../canvas/useVisibleBox';
import type { Size } from '../../engine';
import type { Turn } from '../../engine/turn';
import type { Progress } from '@/shared/files/fetchFile';
import type { TextLayers } from '../pdf/textLayers';

/** Reads the whole file and reports the percentage that has arrived. */
export type ReadWhole = (progress?: Progress) => Promise<Blob>;

export interface PdfFile {
  kind: 'pdf';
  document: PDFDocumentProxy;
  /** The password that opened the file, if it is locked. */
  password: string | undefined;
  /**
   * Draws a page. It is not a lazy component, because React waits 300 ms before it shows one that
   * had to load.
   */
  Page: ComponentType<PdfPageProps>;
  blob: ReadWhole;
  /** Reads the size of a page that is about to come into view. */
  learn: (page: number) => void;
  /** Closes the file when one of its pages takes too long. */
  stop: () => void;
  close: () => void;
}

export type ProofFile = { kind: 'img'; blob: ReadWhole; url: string; size: Size; close: () => void } | PdfFile;

export interface PdfPageProps {
  file: PdfFile;
  number: number;
  /** The size after rotation, as shown. */
  size: Size;
  turn: Turn;
  scale: number;
  /** The visible part of the page, in screen pixels from its top left corner. */
  box: Box;
  label: string;
  texts: TextLayers;
  /** Whether its text can be selected. */
  selectable: boolean;
}

export interface Opening {
  signal: AbortSignal;
  progress: Progress;
  locked: (wrong: boolean) => Promise<string>;
  show: (file: ProofFile, pages: readonly Size[]) => void;
  /** Called when the user stops the file. */
  stopped: () => void;
}
