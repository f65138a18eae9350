import { baseApi } from './base';
import { type Board, toBoard } from './boardData';
import type { OrdersAnswer } from './generated';

const auditApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    /** The board as it was at a position of the log: it never changes, so nothing makes it stale. */
    pastBoard: build.query<Board, number>({
      query: (position) => ({ url: '/order', params: { view: 'board', asOf: String(position), deleted: true } }),
      transformResponse: (answer: OrdersAnswer) => toBoard(answer.data),
      keepUnusedDataFor: 60,
    }),
  }),
});

export const askPastBoard = auditApi.endpoints.pastBoard.initiate;
