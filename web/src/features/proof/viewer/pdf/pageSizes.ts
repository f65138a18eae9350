import type { Size } from '../../engine';

/** Looked up together. */
const atOnce = 8;
/** Every change of the sizes lays all pages out again. */
const tellEveryMs = 200;

export interface PageSizes {
  /** All pages; one whose size is not known yet is taken to be like the first. */
  now: () => readonly Size[];
  /** Looks the size of a page up, unless it is known. */
  learn: (page: number) => Promise<void>;
  /** Looks all up, in order. */
  learnAll: () => Promise<void>;
}

/** The sizes of a document's pages. `tell` is called with newly known sizes, a few times a second at most. */
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
      // oxlint-disable-next-line no-await-in-loop -- what is looked at first comes first
      await Promise.all(pages.map((page) => learn(page)));
    }
  };
  return { now: () => [...known], learn, learnAll };
}
