/** The invisible text over a page: an element for each piece, in the order of the page's text. */
export interface TextLayer {
  elements: readonly HTMLElement[];
  texts: readonly string[];
}

/** The text layers of the pages on the screen. The search highlights its matches in them. */
export class TextLayers {
  readonly #pages = new Map<number, TextLayer>();
  readonly #listeners = new Set<() => void>();

  set(page: number, layer: TextLayer | null): void {
    if (layer) this.#pages.set(page, layer);
    else this.#pages.delete(page);
    for (const listener of this.#listeners) listener();
  }

  get(page: number): TextLayer | undefined {
    return this.#pages.get(page);
  }

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }
}
