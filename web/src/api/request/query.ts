import { newId } from '@/lib/newId';
import { type BaseQueryApi, fetchBaseQuery } from '@reduxjs/toolkit/query/react';
import { csrfScope, CsrfTokens } from './csrf';
import { baseApi, type Query } from './base';
import { apiError } from './envelope';
import { positionSeen, selectPosition } from './position';
import { held, kept } from './leaving';
import { reauthRequired, wentOffline, wentOnline } from './connection';
import { readsClientView, selectSession, sessionSuffix } from '../session/session';
import type { ApiState } from '../state';
import { stepUp } from '../session/stepUp';

const origin = globalThis.location?.origin ?? '';

/**
 * Calls with the secret of a link, from a mail or from the server's first start, or of a sign-in that
 * waits for its second factor, and what anybody may ask. They belong to no session, so they send
 * none (SH-123).
 */
const linkCalls =
  /^\/?(([cd]\/)?(reset-password|change-password|email-verification|accept-invitation)|setup|second-factor|known-browser|signup|change-email|brand)$/;

const rawQuery = fetchBaseQuery({
  baseUrl: `${origin}/api`,
  timeout: 30_000,
  prepareHeaders(headers, { getState, arg }) {
    const { token } = selectSession(getState() as ApiState);
    if (linkCalls.test(typeof arg === 'string' ? arg : arg.url)) return headers;
    if (token && !headers.has('Authorization')) headers.set('Authorization', `Bearer ${token}`);
    return headers;
  },
});

const tokens = new CsrfTokens();

/** Sign-in, CSRF, demo and guest paths have no session suffix (D-22). */
const plain = /^\/?(c|d|g|demo)(\/|$)/;

async function csrfToken(path: string, api: BaseQueryApi, extra: object): Promise<string | undefined> {
  const session = selectSession(api.getState() as ApiState).token;
  if (session === null) return undefined; // a token belongs to a session
  return tokens.get(session, csrfScope(path), async (scope) => {
    const { data } = await rawQuery(`/g/csrf/${scope}`, api, extra);
    return (data as { data: { token: string; expiresAt: string } } | undefined)?.data;
  });
}

/**
 * The guest calls do not use a session in the same browser, and sessions do not use these calls.
 */
const guestCalls = /^\/?g\/(guest|csrf-token)(\/|$)/;

/**
 * Sends one API call. It has a bearer token and a session suffix; writes also have a CSRF token and
 * an idempotency key, and reads the position of the user's own last write (D-30). After a 503 it
 * retries, and a write then has the same key (D-31). A write survives that its page is left.
 */
const query: Query = async (args, api, extra) => {
  const request = typeof args === 'string' ? { url: args } : args;
  if (guestCalls.test(request.url)) return (await import('../guest')).guestQuery(request, api, extra);
  const state = api.getState() as ApiState;
  const write = (request.method ?? 'GET') !== 'GET';
  const open = plain.test(request.url) || linkCalls.test(request.url);
  const headers = new Headers(request.headers as HeadersInit | undefined);

  if (write && !open) {
    if (!headers.has('Idempotency-Key')) headers.set('Idempotency-Key', newId());
    const csrf = await held(() => csrfToken(request.url, api, extra));
    if (csrf) headers.set('X-CSRF-Token', csrf);
  } else if (!write && !open) {
    const position = selectPosition(state);
    if (position > 0) headers.set('X-Min-Position', String(position));
  }
  const session = selectSession(state);
  const clientView = !write && request.url === '/profile' && readsClientView(session);
  const url = clientView ? '/r/profile' : request.url;
  const call = { ...request, headers, url: open ? url : sessionSuffix(session) + url };

  const send = async () => kept(call, async (prepared) => rawQuery(prepared, api, extra));

  let result = await send();
  if (write && apiError(result.error).reason === 'csrf.invalid') {
    tokens.forget(csrfScope(request.url));
    const csrf = await held(() => csrfToken(request.url, api, extra));
    if (csrf) headers.set('X-CSRF-Token', csrf);
    result = await send();
  }
  // The server did nothing yet, so the call goes on where it stopped.
  if (apiError(result.error).reason === 'factor.step_up' && (await stepUp())) result = await send();
  if (result.error?.status === 503) result = await send();
  if (isRefusal(result.data)) result = { error: { status: 200, data: result.data }, meta: result.meta };
  noteOutcome(result, api, open);
  return result;
};

/** Reports whether an answer with a good status says itself that it is no success (BD-444). */
const isRefusal = (data: unknown): boolean => (data as { success?: boolean } | undefined)?.success === false;

function noteOutcome(result: Awaited<ReturnType<typeof rawQuery>>, api: BaseQueryApi, signIn: boolean): void {
  const seen = Number(result.meta?.response?.headers.get('X-Position') ?? 0);
  if (seen > 0) api.dispatch(positionSeen(seen));
  const offline = result.error?.status === 'FETCH_ERROR';
  const { connection } = api.getState() as ApiState;
  if (offline && !connection.offline) api.dispatch(wentOffline());
  if (!offline && connection.offline) api.dispatch(wentOnline());
  const error = result.error && apiError(result.error);
  if (error?.reauth && !signIn) api.dispatch(reauthRequired(error.title));
  // The profile now says the same: it opens the page that adds a second factor, or the profile gate.
  const asks = error?.reason === 'second_factor.missing' || error?.reason === 'profile.incomplete';
  if (asks) api.dispatch(baseApi.util.invalidateTags(['Profile']));
}

/** The options of a store's middleware. They give every call of the API its query. */
export const withQuery = { thunk: { extraArgument: { query } } };
