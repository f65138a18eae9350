import { useEffect, useEffectEvent, useReducer, useRef, useState } from 'react';
import type { PDFDocumentProxy } from './open';
import { findIn, folded, type Match, mostMatches } from './search';
import type { Viewer } from '../useViewer';
import type { TextLayers } from './textLayers';

/** The delay in ms between typing and the search of a long document. */
const restMs = 200;

export interface Find {
  query: string;
  setQuery: (query: string) => void;
  /** The matches in the order of the pages. The list grows while pages are read. */
  matches: readonly Match[];
  /** The index of the current match, -1 when there is none. */
  at: number;
  step: (by: 1 | -1) => void;
  /** The number of pages searched so far; all of them when the search is done. */
  searched: number;
}

type Ready = ReturnType<typeof folded>;
type Result = Pick<Find, 'matches' | 'at' | 'searched'>;

const nothing: Result = { matches: [], at: -1, searched: 0 };

/** Searches the text of a document while `open`. The text of pages is read once and then cached. */
export function useFind(document: PDFDocumentProxy | null, open: boolean): Find {
  const [query, setQuery] = useState('');
  const [found, setFound] = useState({ document, query, result: nothing });
  const read = useRef(new WeakMap<PDFDocumentProxy, Map<number, Ready>>());

  const textOf = async (from: PDFDocumentProxy, number: number): Promise<Ready> => {
    const pages = read.current.get(from) ?? new Map<number, Ready>();
    read.current.set(from, pages);
    const kept = pages.get(number);
    if (kept) return kept;
    const { items } = await (await from.getPage(number)).getTextContent();
    const ready = folded(items.flatMap((item) => ('str' in item ? [item] : [])));
    pages.set(number, ready);
    return ready;
  };
  const run = useEffectEvent(async (from: PDFDocumentProxy, words: string, signal: AbortSignal) => {
    const matches: Match[] = [];
    for (let number = 1; number <= from.numPages && matches.length < mostMatches; number += 1) {
      // oxlint-disable-next-line no-await-in-loop -- pages are searched in order
      const more = findIn(await textOf(from, number), number, words).slice(0, mostMatches - matches.length);
      if (signal.aborted) return;
      matches.push(...more);
      if (more.length === 0 && number % 20 !== 0 && number !== from.numPages) continue;
      const now = [...matches];
      setFound(({ query: last, document: of, result }) => {
        const before = last === words && of === from ? result.at : -1;
        const at = before < 0 && now.length > 0 ? 0 : before;
        return { document: from, query: words, result: { matches: now, at, searched: number } };
      });
    }
  });

  useEffect(() => {
    if (!document || !open || !query.trim()) return undefined;
    const abort = new AbortController();
    const timer = setTimeout(() => void run(document, query, abort.signal).catch(() => undefined), restMs);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [query, open, document]);

  const result = found.query === query && found.document === document && query.trim() ? found.result : nothing;
  const step = (by: 1 | -1) => {
    const { length } = result.matches;
    if (length === 0) return;
    setFound((now) => ({ ...now, result: { ...now.result, at: (now.result.at + by + length) % length } }));
  };
  return { query, setQuery, ...result, step };
}

/**
 * Returns the range of a match in the text layer of its page, or null while the page is not on the
 * screen.
 */
export function rangeOf(texts: TextLayers, match: Match): Range | null {
  const layer = texts.get(match.page);
  const [first, last] = [layer?.elements[match.from.piece]?.firstChild, layer?.elements[match.to.piece]?.firstChild];
  if (!first || !last) return null;
  const range = document.createRange();
  range.setStart(first, Math.min(match.from.at, first.textContent?.length ?? 0));
  range.setEnd(last, Math.min(match.to.at, last.textContent?.length ?? 0));
  return range;
}

const names = { all: 'found', one: 'found-now' } as const;

/**
 * Highlights the matches in the text layers without changing them, and scrolls to the current
 * match.
 */
export function useHighlights(texts: TextLayers, { matches, at }: Find, viewer: Viewer, open: boolean): void {
  const [version, bump] = useReducer((n: number) => n + 1, 0);
  useEffect(() => texts.subscribe(bump), [texts]);
  useEffect(() => {
    const registry = 'highlights' in CSS ? CSS.highlights : null;
    if (!registry || !open) return undefined;
    const ranges = matches.flatMap((match, i) => {
      const range = i === at ? null : rangeOf(texts, match);
      return range ? [range] : [];
    });
    const now = matches[at] && rangeOf(texts, matches[at]);
    registry.set(names.all, new Highlight(...ranges));
    if (now) registry.set(names.one, new Highlight(now));
    return () => {
      registry.delete(names.all);
      registry.delete(names.one);
    };
  }, [texts, matches, at, open, version]);

  const match = open ? matches[at] : undefined;
  const led = useRef<Match | undefined>(undefined);
  const lead = useEffectEvent((to: Match) => {
    const sheet = viewer.stage.current?.querySelector(`[data-page="${to.page}"]`)?.getBoundingClientRect();
    const range = rangeOf(texts, to)?.getBoundingClientRect();
    if (sheet && range) {
      led.current = to;
      viewer.reveal(to.page, { x: (range.x - sheet.x) / sheet.width, y: (range.y - sheet.y) / sheet.height });
    } else if (viewer.page !== to.page) viewer.goTo(to.page);
  });
  useEffect(() => {
    if (match && led.current !== match) lead(match);
  }, [match, version]);
}
