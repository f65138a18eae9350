import type { Size } from '../../engine';

/** The number of sizes that are read at the same time. */
const atOnce = 8;
/**
 * The shortest interval in ms between two reports: every change of the sizes lays out all pages
 * again.
 */
const tellEveryMs = 200;

export interface PageSizes {
  /** Returns all sizes. A page whose size is not known yet has that of the first page. */
  now: () => readonly Size[];
  /** Reads the size of a page unless it is known. */
  learn: (page: number) => Promise<void>;
  /** Reads all sizes, in order. */
  learnAll: () => Promise<void>;
}

/**
 * Manages the sizes of a document's pages. `tell` is called when new sizes are known, a few times a
 * second at most.
 */
export function pageSizes(
  count: number,
  first: Size,
  look: (page: number) => Promise<Size>,
  tell: () => void,
  signal: AbortSignal,
): PageSizes {
  const known = Array.from({ length: count }, (_, i): Size => (i === 0 ? first : { ...first, guessed: true }));
  let timer: ReturnType<typeof setTimeout> | undefined;
  const later = () => {
    timer ??= setTimeout(() => {
      timer = undefined;
      if (!signal.aborted) tell();
    }, tellEveryMs);
  };
  const learn = async (page: number) => {
    if (signal.aborted || !known[page - 1]?.guessed) return;
    const size = await look(page);
    known[page - 1] = size;
    later();
  };
  const learnAll = async () => {
    for (let from = 2; from <= count && !signal.aborted; from += atOnce) {
      const pages = Array.from({ length: Math.min(atOnce, count - from + 1) }, (_, i) => from + i);
      // oxlint-disable-next-line no-await-in-loop -- the first pages must be read first
      await Promise.all(pages.map((page) => learn(page)));
    }
  };
  return { now: () => [...known], learn, learnAll };
}
