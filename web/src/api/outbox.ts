import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit';
import { baseApi } from './base';
import type { ApiState } from './state';
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
    /**
     * `token` belongs to the session in which the change was made. If another user has signed in
     * meanwhile, nothing is sent.
     */
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

/** A change that the server refused, with its error. */
export type RefusedChange = { change: Change; error: ApiError };

/** Answers that say nothing about the change itself. It stays in the queue and is sent again. */
const later = new Set<number | 'network'>([401, 408, 425, 429, 502, 503, 504]);

/** Withdraws a queued change before it is sent. */
export const withdraw = (key: string) => (dispatch: Dispatch) => {
  outboxStorage.remove(key);
  dispatch(changeLeft(key));
};

/**
 * Makes one window send at a time. In browsers without locks the idempotency keys prevent double
 * changes.
 */
async function alone(run: () => Promise<void>): Promise<void> {
  const { locks } = navigator;
  if (locks) await locks.request('outbox', { ifAvailable: true }, (lock) => (lock ? run() : undefined));
  else await run();
}

/** Sends one change. Returns false when the rest must wait. */
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

/**
 * Sends the queued changes, oldest first, until all are sent or the server becomes unreachable.
 * Returns the refused ones.
 */
export const sendWaiting =
  () =>
  async (dispatch: Dispatch, getState: () => State): Promise<RefusedChange[]> => {
    const refused: RefusedChange[] = [];
    if (selectOutbox(getState()).sending || !navigator.onLine) return refused;
    dispatch(sendingChanged(true));
    try {
      await alone(async () => {
        const { userId } = selectSession(getState());
        if (userId) dispatch(loadOutbox(userId)); // Another window may have sent some of them.
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

/**
 * Sends a change now, or queues it if the server is unreachable or others are queued. Throws a
 * refusal.
 */
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
