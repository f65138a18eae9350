import { type RefObject, useCallback, useEffect, useState } from 'react';

/** The name of the marks in settings.module.css. */
const mark = 'settings-found';

/** Returns the places of a word in the text of an element. */
function placesOf(word: string, within: Element): Range[] {
  const places: Range[] = [];
  const nodes = document.createTreeWalker(within, NodeFilter.SHOW_TEXT);
  while (nodes.nextNode()) {
    const text = nodes.currentNode.textContent?.toLowerCase() ?? '';
    for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + word.length)) {
      const range = document.createRange();
      range.setStart(nodes.currentNode, at);
      range.setEnd(nodes.currentNode, at + word.length);
      places.push(range);
    }
  }
  return places;
}

/** Returns the places of the words in the sections that have all of them, by the id of the section. */
function find(text: string, root: Element): Map<string, Range[]> {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const found = new Map<string, Range[]>();
  for (const section of root.querySelectorAll(':scope > * > section[id]')) {
    const places = words.map((word) => placesOf(word, section));
    if (places.every((of) => of.length > 0)) found.set(section.id, places.flat());
  }
  return found;
}

/** Marks places. A browser that cannot mark text still shows only what was found. */
function highlight(places: Range[]): void {
  if (typeof Highlight !== 'undefined') CSS.highlights.set(mark, new Highlight(...places));
}

type Search = { query: string; places: ReadonlyMap<string, Range[]> };
const nothing: Search = { query: '', places: new Map() };

/**
 * Searches the sections in `root` by the words on them, also those that load later, and marks the
 * words. `found` has the sections with all words of the query, by their ids.
 */
export function useTextSearch(root: RefObject<HTMLElement | null>) {
  const [{ query, places }, set] = useState(nothing);
  const search = useCallback(
    (text: string) => {
      const { current } = root;
      set({ query: text, places: current && text.trim() ? find(text, current) : new Map() });
    },
    [root],
  );
  const clear = () => set(nothing);

  useEffect(() => {
    highlight([...places.values()].flat());
    return () => highlight([]);
  }, [places]);
  useEffect(() => {
    if (!root.current || !query) return undefined;
    const observer = new MutationObserver(() => search(query));
    observer.observe(root.current, { childList: true, characterData: true, subtree: true });
    return () => observer.disconnect();
  }, [root, query, search]);

  return { query, searches: query.trim() !== '', found: places, search, clear };
}
