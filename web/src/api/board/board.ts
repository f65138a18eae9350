import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit';
import type { FetchArgs, FetchBaseQueryError } from '@reduxjs/toolkit/query/react';
import { baseApi } from '../request/base';
import type { ApiState } from '../state';
import { selectBoardFilter, selectIsFiltered } from './boardFilter';
import { addWindow, type Board, droppedStatus, moveCard, placeCard, removeCard, toBoard } from './boardData';
import type { Card, ColumnName, DropTarget, Move, OrdersAnswer } from '../generated';
import type { Change } from '../outbox/outboxState';

export type BoardMove = {
  card: Card;
  target: DropTarget;
  /** The place in the target's zone, not counting the card itself. */
  index: number;
  beforeId?: string;
  afterId?: string;
  reason?: string;
  /** The idempotency key of the move. */
  key: string;
  /**
   * The user who moves the card, and the move in words. Both are stored with the move when the
   * server cannot be reached.
   */
  userId: string;
  what: string;
};

/** Returns the call of a move, which is sent now or later. */
export function moveChange({ card, target, beforeId, afterId, reason, key, userId, what }: BoardMove): Change {
  return {
    key,
    userId,
    what,
    url: `/order/${encodeURIComponent(card.id)}/move-progress`,
    method: 'PUT',
    body: { moveto: target, via: 'board', beforeId, afterId, reason } satisfies Move,
    expectedVersion: card.version,
    move: { cardId: card.id, status: droppedStatus(target), beforeId, afterId, reason },
  };
}

type Answer = { data?: unknown; error?: FetchBaseQueryError };
type Fetch = (request: FetchArgs) => Promise<Answer> | PromiseLike<Answer> | Answer;

/** Fetches the board or a window of it, with the current filter. */
async function fetchBoard(state: ApiState, window: object, query: Fetch) {
  const { data, error } = await query({
    url: '/order',
    params: { view: 'board', ...window, ...selectBoardFilter(state) },
  });
  return error ? { error } : { data: toBoard((data as OrdersAnswer).data) };
}

const boardApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    board: build.query<Board, void>({
      queryFn: (_all, { getState }, _extra, query) => fetchBoard(getState() as ApiState, {}, query),
      providesTags: ['Board'],
    }),
    boardWindow: build.mutation<Board, { column: ColumnName; cursor: string }>({
      queryFn: (window, { getState }, _extra, query) => fetchBoard(getState() as ApiState, window, query),
      async onQueryStarted(_args, { dispatch, queryFulfilled }) {
        const window = await queryFulfilled.catch(() => null);
        if (window) dispatch(patch((board) => addWindow(board, window.data)));
      },
    }),
  }),
});

export const { useBoardQuery, useBoardWindowMutation } = boardApi;

export type BoardState = Parameters<ReturnType<typeof boardApi.endpoints.board.select>>[0];

function patch(recipe: (board: Board) => void) {
  return boardApi.util.updateQueryData('board', undefined, recipe);
}

type State = ApiState & BoardState;

/** Reports whether other orders of the card's account wait, which may be offered a slot, or no longer (BY-064). */
const slotsMatter = (cards: Board['cards'], { id, company }: Card) =>
  Object.values(cards).some((one) => one.status === 'queue' && one.id !== id && one.company.name === company.name);

/**
 * Puts a changed card in its current place. With a filter it refetches, because only the server
 * knows whether the filter includes the card.
 */
export const showCard =
  (card: Card) => (dispatch: ThunkDispatch<State, unknown, UnknownAction>, getState: () => State) => {
    const filtered = selectIsFiltered(getState());
    const cards = readBoard()(dispatch, getState)?.cards ?? {};
    const was = cards[card.id];
    if (!filtered || was) dispatch(patch((board) => placeCard(board, card)));
    if (filtered || (was?.status !== card.status && slotsMatter(cards, card)))
      dispatch(baseApi.util.invalidateTags(['Board']));
  };

/** Removes a card from the board. */
export const dropCard = (id: string) => patch((board) => removeCard(board, id));

/** Shows a move that has not been sent yet. `showCard` reverts it. */
export const previewMove = (id: string, target: DropTarget, index: number) =>
  patch((board) => moveCard(board, id, target, index));

/**
 * Returns a card of the board from the last read, for a page that opens its order before the order
 * has loaded.
 */
export const selectCard = (id: string) => (state: BoardState) =>
  boardApi.endpoints.board.select()(state).data?.cards[id];

/** Returns the current board, for code that runs after a render. */
export function readBoard() {
  return (_dispatch: unknown, getState: () => BoardState): Board | undefined =>
    boardApi.endpoints.board.select()(getState()).data;
}
