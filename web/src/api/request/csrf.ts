import { csrfScopes } from '../generated/contract';

/** The scope of the CSRF token that a write needs (SH-009). */
export type CsrfScope = (typeof csrfScopes)[number][1];

const patterns = csrfScopes.map(([path, scope]) => {
  const begins = `^/?${path.replaceAll('{}', '[^/]+')}`;
  return [new RegExp(path ? `${begins}(/|$)` : begins), scope] as const;
});

/** Returns the scope of a path below the API base. */
export function csrfScope(path: string): CsrfScope {
  return patterns.find(([pattern]) => pattern.test(path))?.[1] ?? 'profile';
}

type Token = { token: string; expiresAt: string };
type Fetcher = (scope: CsrfScope) => Promise<Token | undefined>;

/**
 * The tokens of one session, one per scope. Each is fetched once and kept until shortly before it
 * expires.
 */
export class CsrfTokens {
  readonly #tokens = new Map<CsrfScope, Promise<Token | undefined>>();
  #session = '';

  constructor(private readonly now: () => number = Date.now) {}

  async get(session: string, scope: CsrfScope, fetchToken: Fetcher): Promise<string | undefined> {
    if (session !== this.#session) {
      this.#tokens.clear();
      this.#session = session;
    }
    const kept = await this.#tokens.get(scope);
    if (kept && new Date(kept.expiresAt).getTime() - 30_000 > this.now()) return kept.token;
    const fresh = fetchToken(scope);
    this.#tokens.set(scope, fresh);
    return (await fresh)?.token;
  }

  forget(scope: CsrfScope): void {
    this.#tokens.delete(scope);
  }
}
