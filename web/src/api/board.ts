import { baseApi } from './base';
import { addWindow, type Board, type BoardArgs, moveCard, placeCard, removeCard, toBoard } from './boardData';
import type { Card, ColumnName, DropTarget, Move, MoveOrderApiResponse, OrdersAnswer } from './generated';

/** Cards a column brings with the first answer, and with each further window. */
export const windowSize = 100;

export type BoardMove = {
  card: Card;
  target: DropTarget;
  /** Place in the target's zone, counted without the card itself. */
  index: number;
  beforeId?: string;
  afterId?: string;
  reason?: string;
};

const boardApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    board: build.query<Board, BoardArgs>({
      query: ({ sort, sortAsc }) => ({ url: '/order', params: { view: 'board', sort, sortAsc, limit: windowSize } }),
      transformResponse: (answer: OrdersAnswer) => toBoard(answer.data),
      providesTags: ['Board'],
    }),
    boardWindow: build.mutation<Board, BoardArgs & { column: ColumnName; cursor: string }>({
      query: (params) => ({ url: '/order', params: { view: 'board', limit: windowSize, ...params } }),
      transformResponse: (answer: OrdersAnswer) => toBoard(answer.data),
      async onQueryStarted({ sort, sortAsc }, { dispatch, queryFulfilled }) {
        const { data } = await queryFulfilled;
        dispatch(boardApi.util.updateQueryData('board', { sort, sortAsc }, (board) => addWindow(board, data)));
      },
    }),
    /** Shows at once; a refusal puts the card back where it was (BY-034). */
    moveOnBoard: build.mutation<MoveOrderApiResponse, BoardMove>({
      query: ({ card, target, beforeId, afterId, reason }) => ({
        url: `/order/${encodeURIComponent(card.id)}/move-progress`,
        method: 'PUT',
        body: { moveto: target, via: 'board', beforeId, afterId, reason } satisfies Move,
      }),
      async onQueryStarted({ card, target, index }, { dispatch, queryFulfilled }) {
        dispatch(previewMove(card.id, target, index));
        try {
          const { data } = await queryFulfilled;
          if (data.data.order) dispatch(showCard(data.data.order));
        } catch {
          dispatch(showCard(card));
        }
      },
      invalidatesTags: (_answer, error, { card }) =>
        error ? [] : [{ type: 'Order', id: card.id }, { type: 'Timeline', id: card.id }, 'Orders'],
    }),
  }),
});

export const { useBoardQuery, useBoardWindowMutation, useMoveOnBoardMutation } = boardApi;
export const { board: boardEndpoint } = boardApi.endpoints;

type Dispatch = (action: ReturnType<typeof boardApi.util.updateQueryData>) => unknown;
export type BoardState = Parameters<typeof boardApi.util.selectCachedArgsForQuery>[0];

/** Puts a changed card on every board in the cache. */
export function showCard(card: Card) {
  return (dispatch: Dispatch, getState: () => BoardState): void => {
    for (const args of boardApi.util.selectCachedArgsForQuery(getState(), 'board')) {
      dispatch(boardApi.util.updateQueryData('board', args, (board) => placeCard(board, card, args)));
    }
  };
}

/** Takes a card off every board in the cache. */
export function dropCard(id: string) {
  return (dispatch: Dispatch, getState: () => BoardState): void => {
    for (const args of boardApi.util.selectCachedArgsForQuery(getState(), 'board')) {
      dispatch(boardApi.util.updateQueryData('board', args, (board) => removeCard(board, id)));
    }
  };
}

/** Shows a move that is not sent yet, while a reason is asked for; `showCard` takes it back. */
export function previewMove(id: string, target: DropTarget, index: number) {
  return (dispatch: Dispatch, getState: () => BoardState): void => {
    for (const args of boardApi.util.selectCachedArgsForQuery(getState(), 'board')) {
      dispatch(boardApi.util.updateQueryData('board', args, (board) => moveCard(board, id, target, index, args)));
    }
  };
}

/** The board as it is now, for what happens later than a render. */
export function readBoard(args: BoardArgs) {
  return (_dispatch: unknown, getState: () => BoardState): Board | undefined =>
    boardApi.endpoints.board.select(args)(getState()).data;
}
