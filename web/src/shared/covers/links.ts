import { coversAtOnce } from '@/api/covers';
import { StoreLink } from '../files/StoreLink';

/** Orders requested within this time, in ms, share one request. */
const gatherMs = 30;
/**
 * An order without a thumbnail is requested again after this time, in ms: thumbnails are made
 * shortly after an upload.
 */
const patienceMs = 5000;

/** Fetches links to the thumbnails of orders, by order id. */
export type Ask = (ids: readonly string[]) => Promise<Record<string, string>>;

type Known = { state: string; link: StoreLink | null; until: number };
type Waiting = (url: string | undefined) => void;

/**
 * The thumbnails of orders: one request for all cards that come into view together, and one link
 * for all places that show an order.
 */
export class CoverLinks {
  readonly #ask: Ask;
  readonly #known = new Map<string, Known>();
  readonly #waiting = new Map<string, Waiting[]>();

  constructor(ask: Ask) {
    this.#ask = ask;
  }

  /**
   * Returns the link of an order in this state if it is known, or null where it has no thumbnail.
   */
  known(id: string, state: string): StoreLink | null | undefined {
    const known = this.#known.get(id);
    return known?.state === state && Date.now() < known.until ? known.link : undefined;
  }

  /** Returns the link of an order in this state, or null where it has no thumbnail. */
  async link(id: string, state: string): Promise<StoreLink | null> {
    const known = this.known(id, state);
    if (known !== undefined) return known;
    const url = await this.#url(id);
    const link = url ? new StoreLink(url, () => this.#url(id)) : null;
    this.#known.set(id, { state, link, until: link ? Infinity : Date.now() + patienceMs });
    return link;
  }

  #url(id: string): Promise<string | undefined> {
    return new Promise((resolve) => {
      if (this.#waiting.size === 0) setTimeout(() => this.#send(), gatherMs);
      this.#waiting.set(id, [...(this.#waiting.get(id) ?? []), resolve]);
    });
  }

  #send(): void {
    const waiting = [...this.#waiting];
    this.#waiting.clear();
    for (let from = 0; from < waiting.length; from += coversAtOnce) {
      const part = waiting.slice(from, from + coversAtOnce);
      const answer = this.#ask(part.map(([id]) => id)).catch((): Record<string, string> => ({}));
      void answer.then((urls) => {
        for (const [id, resolves] of part) for (const resolve of resolves) resolve(urls[id]);
      });
    }
  }
}
