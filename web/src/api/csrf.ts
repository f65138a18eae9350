/** The scope of the CSRF token that a write needs (SH-009). */
export type CsrfScope =
  | 'upload'
  | 'card'
  | 'card-annotation'
  | 'profile'
  | 'filter'
  | 'cart'
  | 'customer-package'
  | 'customer-payment-method'
  | 'customer-team-member'
  | 'customer-transaction'
  | 'reseller-customer';

const scopes: [RegExp, CsrfScope][] = [
  [/^\/?upload\//, 'upload'],
  [/^\/?order\/[^/]+\/attachment\/[^/]+\/version\//, 'card-annotation'],
  [/^\/?order(\/|$)/, 'card'],
  [/^\/?filters|^\/?archived-order-filters/, 'filter'],
  [/^\/?(cart|retail|payg)(\/|$)/, 'cart'],
  [/^\/?(catalogue|package|plans|sellers)(\/|$)/, 'customer-package'],
  [/^\/?billing\/payment-methods(\/|$)/, 'customer-payment-method'],
  [/^\/?billing\//, 'customer-transaction'],
  [/^\/?(people|workflows|workflow-choice)(\/|$)/, 'customer-team-member'],
  [/^\/?(customers|clients|invitation-limit)(\/|$)/, 'reseller-customer'],
];

/** Returns the scope of a path below the API base. A path without a rule belongs to the profile. */
export function csrfScope(path: string): CsrfScope {
  return scopes.find(([pattern]) => pattern.test(path))?.[1] ?? 'profile';
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
