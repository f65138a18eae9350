import { newId } from '@/lib/newId';
import {
  type BaseQueryApi,
  type FetchArgs,
  fetchBaseQuery,
  type FetchBaseQueryError,
  type FetchBaseQueryMeta,
  type QueryReturnValue,
} from '@reduxjs/toolkit/query/react';
import { apiError } from './request/envelope';
import { held, kept } from './request/leaving';
import type { CsrfAnswer } from './generated';
import type { GuestTokenAnswer } from './generated/proof';

/** A guest has a separate token, which is kept while the window is open. */
const names = { link: 'guestLink', token: 'guestToken' } as const;

/**
 * The values that the window stores for a guest: the secret of the link, and the token it was
 * exchanged for.
 */
export const guestKeys = {
  link: (): string | null => window.sessionStorage.getItem(names.link),
  token: (): string | null => window.sessionStorage.getItem(names.token),
  /** Another link belongs to another guest, so the old token is removed. */
  keepLink(link: string): void {
    if (link !== this.link()) this.dropToken();
    window.sessionStorage.setItem(names.link, link);
  },
  keepToken(token: string): void {
    csrf = null;
    written = 0;
    window.sessionStorage.setItem(names.token, token);
  },
  dropToken(): void {
    csrf = null;
    window.sessionStorage.removeItem(names.token);
  },
};

let csrf: { token: string; until: number } | null = null;
let written = 0;

const origin = globalThis.location?.origin ?? '';
const rawQuery = fetchBaseQuery({
  baseUrl: `${origin}/api`,
  timeout: 30_000,
  prepareHeaders(headers) {
    headers.set('Authorization', `Bearer ${guestKeys.token() ?? ''}`);
    return headers;
  },
});

type Answer = QueryReturnValue<unknown, FetchBaseQueryError, FetchBaseQueryMeta>;

async function csrfToken(api: BaseQueryApi, extra: object): Promise<string | undefined> {
  if (csrf && csrf.until - 30_000 > Date.now()) return csrf.token;
  const answer = (await rawQuery('/g/csrf-token/guest-annotation', api, extra)).data as CsrfAnswer | undefined;
  if (answer) csrf = { token: answer.data.token, until: new Date(answer.data.expiresAt).getTime() };
  return answer?.data.token;
}

/**
 * Sends one call: a bearer token; on writes a CSRF token and an idempotency key, on reads the
 * position of the last write.
 */
export async function guestQuery(request: FetchArgs, api: BaseQueryApi, extra: object): Promise<Answer> {
  const headers = new Headers(request.headers as HeadersInit | undefined);
  const write = (request.method ?? 'GET') !== 'GET';
  const sign = async () => {
    const token = await held(() => csrfToken(api, extra));
    if (token) headers.set('X-CSRF-Token', token);
  };
  if (write) {
    headers.set('Idempotency-Key', newId());
    await sign();
  } else if (written > 0) headers.set('X-Min-Position', String(written));

  const call = { ...request, headers };
  const send = async () => kept(call, async (prepared) => rawQuery(prepared, api, extra));
  let result = await send();
  if (write && apiError(result.error).reason === 'csrf.invalid') {
    csrf = null;
    await sign();
    result = await send();
  }
  if (result.error?.status === 503) result = await send();
  written = Math.max(written, Number(result.meta?.response?.headers.get('X-Position') ?? 0));
  return result;
}

export type Entry = { in: true } | { in: false; status: number; reason: string; message: string };

/** Returns the Basic authorization of a link, with UTF-8 encoded. */
const basic = (link: string, password: string) =>
  btoa(Array.from(new TextEncoder().encode(`${link}:${password}`), (byte) => String.fromCodePoint(byte)).join(''));

/**
 * Signs in with a link (SH-318). It stores the token that the link is exchanged for, or returns the
 * reason of a refusal.
 */
export async function enterAsGuest(link: string, password: string): Promise<Entry> {
  try {
    const response = await fetch(`${origin}/api/g/reviewAuth`, {
      method: 'POST',
      headers: { Authorization: `Basic ${basic(link, password)}` },
      referrerPolicy: 'no-referrer',
    });
    const body: unknown = await response.json();
    if (response.ok) {
      guestKeys.keepToken((body as GuestTokenAnswer).data.accessToken);
      return { in: true };
    }
    const { reason, title } = apiError({ status: response.status, data: body });
    return { in: false, status: response.status, reason, message: title };
  } catch {
    return { in: false, status: 0, reason: '', message: '' };
  }
}
