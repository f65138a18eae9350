import type { UnknownAction } from '@reduxjs/toolkit';
import { type Change, changeWaits, outboxLoaded } from './outboxState';
import { outboxStorage } from './outboxStorage';

/** The server was not reached, or its answer was not: whether the change happened is unknown. */
export function unreachable(error: unknown): boolean {
  const status = typeof error === 'object' && error !== null && 'status' in error ? error.status : undefined;
  return status === 'FETCH_ERROR' || status === 'TIMEOUT_ERROR';
}

/** Keeps a change until the server is back. */
export const queueChange = (change: Change) => (dispatch: (action: UnknownAction) => void) => {
  outboxStorage.add(change);
  dispatch(changeWaits(change));
};

/** Reads what this person left waiting, here or in another window. */
export const loadOutbox = (userId: string) => (dispatch: (action: UnknownAction) => void) => {
  dispatch(outboxLoaded(outboxStorage.load(userId)));
};
