import { createSlice, type PayloadAction } from '@reduxjs/toolkit';

/** View state of the board: what is lifted, and which card was just refused and why. */
export type BoardView = {
  lifted: string | null;
  refused: { cardId: string; sentence: string } | null;
};

const initialState: BoardView = { lifted: null, refused: null };

const slice = createSlice({
  name: 'boardView',
  initialState,
  reducers: {
    cardLifted: (_, { payload }: PayloadAction<string>): BoardView => ({ lifted: payload, refused: null }),
    cardLanded: (view): BoardView => ({ ...view, lifted: null }),
    moveRefused: (view, { payload }: PayloadAction<NonNullable<BoardView['refused']>>): BoardView => ({
      ...view,
      refused: payload,
    }),
    refusalRead: (view): BoardView => ({ ...view, refused: null }),
  },
});

export const boardViewReducer = slice.reducer;
export const { cardLifted, cardLanded, moveRefused, refusalRead } = slice.actions;

export type WithBoardView = { boardView: BoardView };
export const selectLifted = (state: WithBoardView): string | null => state.boardView.lifted;
export const selectRefused = (state: WithBoardView): BoardView['refused'] => state.boardView.refused;
