import { createSlice, type PayloadAction } from '@reduxjs/toolkit';

/**
 * The query that filters the board; empty for the whole board. The shell copies it here from the
 * address.
 */
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
