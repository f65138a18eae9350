/** The text of a page as it lies over it: an element for each piece, in the order of the page's text. */
export interface TextLayer {
  elements: readonly HTMLElement[];
  texts: readonly string[];
}

/** The pages whose text is on the screen now. Search marks what it found in it. */
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
