import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit';
import { baseApi } from '../request/base';
import type { ApiState } from '../state';
import { type BoardState, dropCard, showCard } from '../board/board';
import { type ApiError, apiError } from '../request/envelope';
import type { Card, Meanwhile } from '../generated';
import { newId } from '@/lib/newId';
import {
  type Change,
  changeLeft,
  changeReplaced,
  nextOf,
  selectOutbox,
  selectWaiting,
  sendingChanged,
  targetOf,
} from './outboxState';
import { outboxStorage } from './outboxStorage';
import { loadOutbox, queueChange, unreachable } from './queue';
import { isSignedIn, selectSession } from '../session/session';
import { changed } from '../live/tags';

type State = ApiState & BoardState;
type Dispatch = ThunkDispatch<State, unknown, UnknownAction>;
type Answer = { message?: string; data?: { order?: Card; orderId?: string; id?: string; version?: number } };

const outboxApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    /**
     * `token` belongs to the session in which the change was made. If another user has signed in
     * meanwhile, nothing is sent. A change that has waited is `late`: it is only made if what it changes is
     * as its user saw it.
     */
    sendChange: build.mutation<Answer, { change: Change; token: string; late: boolean }>({
      query: ({ change: { url, method, body, key, expectedVersion }, token, late }) => ({
        url,
        method,
        body: late && expectedVersion !== undefined ? { ...body, expectedVersion } : body,
        headers: { 'Idempotency-Key': key, Authorization: `Bearer ${token}` },
      }),
      invalidatesTags: (_answer, error, { change }) => (error && unreachable(error) ? [] : changed(change)),
    }),
  }),
});

const { sendChange } = outboxApi.endpoints;

/** A change that the server refused, with its error. `already` says that somebody else made the same change. */
export type RefusedChange = { change: Change; error: ApiError; already?: boolean };

/** Answers that say nothing about the change itself. It stays in the queue and is sent again. */
const later = new Set<number | 'network'>([401, 408, 425, 429, 502, 503, 504]);

/** Withdraws a queued change before it is sent. */
export const withdraw = (key: string) => (dispatch: Dispatch) => {
  outboxStorage.remove(key);
  dispatch(changeLeft(key));
};

const replace = (change: Change, by: Change) => (dispatch: Dispatch) => {
  outboxStorage.replace(change.key, by);
  dispatch(changeReplaced([change.key, by]));
};

/** Makes a change that expects a newer version out of one that met a conflict. */
const expecting = ({ conflict: _answered, ...change }: Change, expectedVersion: number): Change => ({
  ...change,
  key: newId(), // The server remembers its refusal of the former.
  expectedVersion,
});

/** Sends a change although others changed the same meanwhile, as its user has answered. */
export const sendAllTheSame = (change: Change) => (dispatch: Dispatch) => {
  if (change.conflict) dispatch(replace(change, expecting(change, change.conflict.version)));
};

/** Whether somebody else gave the order the status that a change was to give it. */
const isDone = ({ move, act }: Change, meanwhile: Meanwhile | undefined): boolean =>
  meanwhile?.status !== undefined && meanwhile.status === (move?.status ?? act?.status);

/** How often a change is sent again in a row because of changes that do not matter to it. */
const mostAgain = 5;

/**
 * Handles a refusal because of what others did meanwhile (D-288). If that does not matter, the change is sent again on
 * top of it. Otherwise it stays until its user has answered. Returns false for all other refusals.
 */
const setAside =
  (change: Change, { reason, meanwhile }: ApiError, again: Map<string, number>) =>
  (dispatch: Dispatch) => {
    if (reason !== 'stale_version' || !meanwhile || change.expectedVersion === undefined) return false;
    if (isDone(change, meanwhile)) return false;
    const times = again.get(change.key) ?? 0;
    if (meanwhile.decisive || times >= mostAgain) dispatch(replace(change, { ...change, conflict: meanwhile }));
    else {
      const next = expecting(change, meanwhile.version);
      again.set(next.key, times + 1);
      dispatch(replace(change, next));
    }
    return true;
  };

/**
 * Makes the later changes of the same order or file, which their user made in the knowledge of this one, expect the
 * version that it has made.
 */
const follow = (sent: Change, version: number | undefined) => (dispatch: Dispatch, state: () => State) => {
  if (version === undefined || sent.expectedVersion === undefined) return;
  for (const later of selectWaiting(state())) {
    if (later.key === sent.key || targetOf(later) !== targetOf(sent)) continue;
    if (later.expectedVersion === sent.expectedVersion)
      dispatch(replace(later, { ...later, expectedVersion: version }));
  }
};

/** Shows what the answer to a change says about its order. */
const show =
  ({ act }: Change, { data }: Answer) =>
  (dispatch: Dispatch) => {
    if (act?.deletes) dispatch(dropCard(act.orderId));
    else if (data?.order) dispatch(showCard(data.order));
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
async function sendOne(
  change: Change,
  refused: RefusedChange[],
  again: Map<string, number>,
  dispatch: Dispatch,
  state: () => State,
) {
  const session = selectSession(state());
  if (!isSignedIn(session) || !session.token || change.userId !== session.userId) return false;
  const sent = dispatch(sendChange.initiate({ change, token: session.token, late: true }));
  const { data, error } = await sent;
  sent.reset();
  if (selectSession(state()).userId !== change.userId) return false;
  const failure = error && apiError(error);
  if (failure && (unreachable(error) || later.has(failure.status))) return false;
  if (failure && dispatch(setAside(change, failure, again))) return true;
  if (failure) refused.push({ change, error: failure, already: isDone(change, failure.meanwhile) });
  if (data) {
    dispatch(show(change, data));
    dispatch(follow(change, data.data?.version));
  }
  outboxStorage.remove(change.key);
  dispatch(changeLeft(change.key));
  return true;
}

/**
 * Sends the queued changes, oldest first, until all are sent or the server becomes unreachable. Those that met a
 * conflict stay in the queue until their user has answered. Returns the refused ones.
 */
export const sendWaiting =
  () =>
  async (dispatch: Dispatch, getState: () => State): Promise<RefusedChange[]> => {
    const refused: RefusedChange[] = [];
    const again = new Map<string, number>();
    if (selectOutbox(getState()).sending || !navigator.onLine) return refused;
    dispatch(sendingChanged(true));
    try {
      await alone(async () => {
        const { userId } = selectSession(getState());
        if (userId) dispatch(loadOutbox(userId)); // Another window may have sent some of them.
        for (;;) {
          const next = nextOf(selectWaiting(getState()));
          if (!next || !(await sendOne(next, refused, again, dispatch, getState))) return;
        }
      });
    } finally {
      dispatch(sendingChanged(false));
    }
    return refused;
  };

/**
 * Sends a change now, or queues it if the server is unreachable or others are queued. Throws a
 * refusal. A change that has waited before is `late`.
 */
export const sendOrQueue =
  (change: Change, late = false) =>
  async (dispatch: Dispatch, getState: () => State): Promise<{ waits: true } | { waits: false; answer: Answer }> => {
    const { token } = selectSession(getState());
    if (nextOf([...selectWaiting(getState()), change]) === change && token) {
      const sent = dispatch(sendChange.initiate({ change, token, late }));
      const { data, error } = await sent;
      sent.reset();
      if (data) dispatch(show(change, data));
      if (!error) return { waits: false, answer: data };
      if (!unreachable(error)) throw error as unknown;
    }
    dispatch(queueChange(change));
    return { waits: true };
  };
