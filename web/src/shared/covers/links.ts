import { coversAtOnce } from '@/api/covers';
import { StoreLink } from '../files/StoreLink';

/** Orders that are asked for within this time are asked for together. */
const gatherMs = 30;
/** An order that has no picture is asked for again after this time: pictures are made shortly after an upload. */
const patienceMs = 5000;

/** Reads links to the pictures of orders, by their ids. */
export type Ask = (ids: readonly string[]) => Promise<Record<string, string>>;

type Known = { state: string; link: StoreLink | null; until: number };
type Waiting = (url: string | undefined) => void;

/** The pictures of orders: one request for all cards that come into view together, one link for all that show an order. */
export class CoverLinks {
  readonly #ask: Ask;
  readonly #known = new Map<string, Known>();
  readonly #waiting = new Map<string, Waiting[]>();

  constructor(ask: Ask) {
    this.#ask = ask;
  }

  /** The link of an order in this state, if it is known: null where it has no picture. */
  known(id: string, state: string): StoreLink | null | undefined {
    const known = this.#known.get(id);
    return known?.state === state && Date.now() < known.until ? known.link : undefined;
  }

  /** The link of an order in this state; null where it has no picture. */
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
