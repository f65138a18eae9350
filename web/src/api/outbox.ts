import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit';
import { type ApiState, baseApi } from './base';
import { type BoardState, showCard } from './board';
import { type ApiError, apiError } from './envelope';
import type { Card } from './generated';
import { type Change, changeLeft, selectOutbox, sendingChanged } from './outboxState';
import { outboxStorage } from './outboxStorage';
import { loadOutbox, queueChange, unreachable } from './queue';
import { isSignedIn, selectSession } from './session';
import { changed } from './tags';

type State = ApiState & BoardState;
type Dispatch = ThunkDispatch<State, unknown, UnknownAction>;
type Answer = { message?: string; data?: { order?: Card; id?: string } };

const outboxApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    /** `token` is the session's that the change was made in: signing in as somebody else meanwhile sends nothing. */
    sendChange: build.mutation<Answer, { change: Change; token: string }>({
      query: ({ change: { url, method, body, key }, token }) => ({
        url,
        method,
        body,
        headers: { 'Idempotency-Key': key, Authorization: `Bearer ${token}` },
      }),
      invalidatesTags: (_answer, error, { change }) => (error && unreachable(error) ? [] : changed(change)),
    }),
  }),
});

const { sendChange } = outboxApi.endpoints;

/** What the server did not accept, in its own words. */
export type RefusedChange = { change: Change; error: ApiError };

/** Answers that say nothing about the change: it stays and is sent again. */
const later = new Set<number | 'network'>([401, 408, 425, 429, 502, 503, 504]);

/** Takes a waiting change back before it is sent. */
export const withdraw = (key: string) => (dispatch: Dispatch) => {
  outboxStorage.remove(key);
  dispatch(changeLeft(key));
};

/** One window sends at a time; where the browser has no locks the idempotency keys have to do. */
async function alone(run: () => Promise<void>): Promise<void> {
  const { locks } = navigator;
  if (locks) await locks.request('outbox', { ifAvailable: true }, (lock) => (lock ? run() : undefined));
  else await run();
}

/** Sends one change; answers false where the rest has to wait. */
async function sendOne(change: Change, refused: RefusedChange[], dispatch: Dispatch, state: () => State) {
  const session = selectSession(state());
  if (!isSignedIn(session) || !session.token || change.userId !== session.userId) return false;
  const sent = dispatch(sendChange.initiate({ change, token: session.token }));
  const { data, error } = await sent;
  sent.reset();
  if (selectSession(state()).userId !== change.userId) return false;
  const failure = error && apiError(error);
  if (failure && (unreachable(error) || later.has(failure.status))) return false;
  if (failure) refused.push({ change, error: failure });
  if (data?.data?.order) dispatch(showCard(data.data.order));
  outboxStorage.remove(change.key);
  dispatch(changeLeft(change.key));
  return true;
}

/** Sends what waits, oldest first, until it is done or the server is away again; answers what was refused. */
export const sendWaiting =
  () =>
  async (dispatch: Dispatch, getState: () => State): Promise<RefusedChange[]> => {
    const refused: RefusedChange[] = [];
    if (selectOutbox(getState()).sending || !navigator.onLine) return refused;
    dispatch(sendingChanged(true));
    try {
      await alone(async () => {
        const { userId } = selectSession(getState());
        if (userId) dispatch(loadOutbox(userId)); // another window may have sent some
        for (;;) {
          const next = selectOutbox(getState()).waiting[0];
          if (!next || !(await sendOne(next, refused, dispatch, getState))) return;
        }
      });
    } finally {
      dispatch(sendingChanged(false));
    }
    return refused;
  };

/** Sends a change now, or keeps it where the server is away or others wait before it. A refusal is thrown. */
export const sendOrQueue =
  (change: Change) =>
  async (dispatch: Dispatch, getState: () => State): Promise<{ waits: true } | { waits: false; answer: Answer }> => {
    const { token } = selectSession(getState());
    if (selectOutbox(getState()).waiting.length === 0 && token) {
      const sent = dispatch(sendChange.initiate({ change, token }));
      const { data, error } = await sent;
      sent.reset();
      if (data?.data?.order) dispatch(showCard(data.data.order));
      if (!error) return { waits: false, answer: data };
      if (!unreachable(error)) throw error as unknown;
    }
    dispatch(queueChange(change));
    return { waits: true };
  };
