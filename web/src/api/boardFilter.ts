import { createSlice, type PayloadAction } from '@reduxjs/toolkit';

/** The query that narrows the board; empty for the whole board. The address says it, the shell keeps it here. */
export type BoardFilter = Partial<Record<string, string>>;
export type WithBoardFilter = { boardFilter: BoardFilter };

const slice = createSlice({
  name: 'boardFilter',
  initialState: (): BoardFilter => ({}),
  reducers: { boardFiltered: (_state, { payload }: PayloadAction<BoardFilter>) => payload },
});

export const { boardFiltered } = slice.actions;
export const boardFilterReducer = slice.reducer;
export const selectBoardFilter = (state: WithBoardFilter): BoardFilter => state.boardFilter;
export const selectIsFiltered = (state: WithBoardFilter): boolean => Object.keys(state.boardFilter).length > 0;
