/**
 * A link is renewed when less than this share of its lifetime is left, but no earlier than this
 * many milliseconds before its end.
 */
const early = { share: 0.25, mostMs: 10_000 } as const;

/** Fetches another link to the same file. Returns undefined when there is none. */
export type Renew = () => Promise<string | undefined>;

/**
 * Returns the total lifetime of a presigned link and the remaining one by this computer's clock, in
 * ms. A link without this information never expires.
 */
function lifeOf(url: string): { all: number; left: number } {
  const lasts = { all: Infinity, left: Infinity };
  const query = new URLSearchParams(/\?([^#]*)/.exec(url)?.[1]?.replaceAll(/x-amz-/gi, 'X-Amz-'));
  const [, day = '', time = ''] = /^(\d{8})T(\d{6})Z$/.exec(query.get('X-Amz-Date') ?? '') ?? [];
  const all = Number(query.get('X-Amz-Expires')) * 1000;
  if (!day || !(all > 0)) return lasts;
  const date = day.replace(/(....)(..)(..)/, '$1-$2-$3');
  const signed = Date.parse(`${date}T${time.replace(/(..)(..)(..)/, '$1:$2:$3')}Z`);
  return { all, left: Math.min(all, signed + all - Date.now()) };
}

/**
 * Returns when a link must be renewed, on the clock of `performance.now`. `left` is its remaining
 * time in ms.
 */
const renewAt = (all: number, left: number): number =>
  performance.now() + left - Math.min(early.mostMs, all * early.share);

/**
 * A link to a file in the store, which is valid for a short time only. All code reads such files
 * through this class. It renews a link that is about to expire, and retries a failed read once with
 * a fresh link. The status of a failure does not matter: the store's refusal of an expired link may
 * lack the headers that let a page read it.
 */
export class StoreLink {
  #url: string;
  #until: number;
  readonly #renew: Renew;
  #renewing: Promise<string | undefined> | undefined;

  constructor(url: string, renew: Renew) {
    const { all, left } = lifeOf(url);
    this.#url = url;
    this.#until = renewAt(all, left);
    this.#renew = renew;
  }

  /** Returns the current link, or undefined when it must be renewed first. */
  get fresh(): string | undefined {
    return performance.now() < this.#until ? this.#url : undefined;
  }

  /**
   * Returns a valid link. When no fresh one is available it returns the old one, and reading it
   * then shows the error.
   */
  async current(): Promise<string> {
    return this.fresh ?? (await this.#again()) ?? this.#url;
  }

  /** Returns another link after this one failed, or undefined when none is available. */
  async instead(failed: string): Promise<string | undefined> {
    // Another read may have renewed it meanwhile.
    return this.#url === failed ? this.#again() : this.#url;
  }

  /** Reads the file. It retries once with a fresh link when the first read fails. */
  async read<T>(get: (url: string) => Promise<T>, signal: AbortSignal): Promise<T> {
    const url = await this.current();
    signal.throwIfAborted();
    try {
      return await get(url);
    } catch (error) {
      if (signal.aborted) throw error;
      const other = await this.instead(url);
      if (other === undefined || signal.aborted) throw error;
      return get(other);
    }
  }

  #again(): Promise<string | undefined> {
    this.#renewing ??= this.#renew()
      .catch(() => undefined)
      .then((url) => {
        this.#renewing = undefined;
        if (url === undefined) return undefined;
        // The link is new, so its whole lifetime is left, whatever this computer's clock says.
        const { all } = lifeOf(url);
        this.#url = url;
        this.#until = renewAt(all, all - 1000);
        return url;
      });
    return this.#renewing;
  }
}
