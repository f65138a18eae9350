/** A link is renewed when less than this share of its life is left, and at most this many milliseconds before its end. */
const early = { share: 0.25, mostMs: 10_000 } as const;

/** Reads something again that holds another link to the same file; undefined when there is none. */
export type Renew = () => Promise<string | undefined>;

/**
 * How many milliseconds a presigned link lasts in all, and how many are left by this computer's clock. A link that says
 * nothing about it lasts.
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

/** When a link is to be renewed, on the clock of `performance.now`, with so many milliseconds left. */
const renewAt = (all: number, left: number): number =>
  performance.now() + left - Math.min(early.mostMs, all * early.share);

/**
 * A link to a file of the store, which works for a short time only. Everything that reads such a file reads it through
 * this: a link that is about to expire is renewed first, and a read that fails is tried once more with a fresh link. The
 * status of a failure says nothing: the store's refusal of an expired link may lack the headers that let a page read it.
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

  /** The link as it is now; undefined when it has to be renewed first. */
  get fresh(): string | undefined {
    return performance.now() < this.#until ? this.#url : undefined;
  }

  /** A link that works. When none can be had, the one it has: what reads it then says what is wrong. */
  async current(): Promise<string> {
    return this.fresh ?? (await this.#again()) ?? this.#url;
  }

  /** Another link after this one failed; undefined when none can be had. */
  async instead(failed: string): Promise<string | undefined> {
    // somebody else may have renewed it meanwhile
    return this.#url === failed ? this.#again() : this.#url;
  }

  /** Reads the file, a second time with a fresh link when the first fails. */
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
        // It has just been made, to the second: what this computer's clock says does not matter.
        const { all } = lifeOf(url);
        this.#url = url;
        this.#until = renewAt(all, all - 1000);
        return url;
      });
    return this.#renewing;
  }
}
