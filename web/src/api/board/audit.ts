import { baseApi } from '../request/base';
import { type Board, toBoard } from './boardData';
import type { LeftOut, OrdersAnswer } from '../generated';

/** A past board, and the orders that could not be shown on it. */
export interface PastBoard {
  board: Board;
  leftOut: readonly LeftOut[];
}

const auditApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    /** The board at a position of the log. It never changes, so nothing invalidates it. */
    pastBoard: build.query<PastBoard, number>({
      query: (position) => ({ url: '/order', params: { view: 'board', asOf: String(position), deleted: true } }),
      transformResponse: ({ data }: OrdersAnswer) => ({ board: toBoard(data), leftOut: data.leftOut ?? [] }),
      keepUnusedDataFor: 60,
    }),
  }),
});

export const askPastBoard = auditApi.endpoints.pastBoard.initiate;
