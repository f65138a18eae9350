import { type Covers, coversAtOnce } from '@/api/board/covers';
import { StoreLink } from '../files/StoreLink';

/** Orders requested within this time, in ms, share one request. */
const gatherMs = 30;
/**
 * An order without a thumbnail is requested again after this time, in ms: thumbnails are made
 * shortly after an upload.
 */
export const patienceMs = 5000;

/** Fetches links to the thumbnails of orders, by order id. */
export type Ask = (ids: readonly string[]) => Promise<Covers>;

/** The link of an order, null where it has no thumbnail, or that one is being made. */
export type CoverLink = StoreLink | 'making' | null;

type Known = { state: string; link: CoverLink; until: number };
type Found = { url?: string; making: boolean };
type Waiting = (found: Found) => void;

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

  /** Returns the link of an order in this state if it is known. */
  known(id: string, state: string): CoverLink | undefined {
    const known = this.#known.get(id);
    return known?.state === state && Date.now() < known.until ? known.link : undefined;
  }

  /** Returns the link of an order in this state. */
  async link(id: string, state: string): Promise<CoverLink> {
    const known = this.known(id, state);
    if (known !== undefined) return known;
    const { url, making } = await this.#find(id);
    const link = url ? new StoreLink(url, async () => (await this.#find(id)).url) : making ? 'making' : null;
    this.#known.set(id, { state, link, until: url ? Infinity : Date.now() + patienceMs });
    return link;
  }

  #find(id: string): Promise<Found> {
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
      const answer = this.#ask(part.map(([id]) => id)).catch((): Covers => ({ urls: {}, making: [] }));
      void answer.then(({ urls, making }) => {
        for (const [id, resolves] of part) {
          for (const resolve of resolves) resolve({ url: urls[id], making: making.includes(id) });
        }
      });
    }
  }
}
