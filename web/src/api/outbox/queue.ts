import type { UnknownAction } from '@reduxjs/toolkit';
import { type Change, changeWaits, outboxLoaded } from './outboxState';
import { outboxStorage } from './outboxStorage';

/**
 * unreachable reports whether a call or its answer was lost, so that it is unknown whether the
 * change happened.
 */
export function unreachable(error: unknown): boolean {
  const status = typeof error === 'object' && error !== null && 'status' in error ? error.status : undefined;
  return status === 'FETCH_ERROR' || status === 'TIMEOUT_ERROR';
}

/** Queues a change until the server can be reached. */
export const queueChange = (change: Change) => (dispatch: (action: UnknownAction) => void) => {
  outboxStorage.add(change);
  dispatch(changeWaits(change));
};

/** Loads the user's queued changes, made here or in another window. */
export const loadOutbox = (userId: string) => (dispatch: (action: UnknownAction) => void) => {
  dispatch(outboxLoaded(outboxStorage.load(userId)));
};
