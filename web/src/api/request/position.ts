import { createSlice, type PayloadAction } from '@reduxjs/toolkit';

/** Stores the highest log position of this browser's own writes (D-30). */
const slice = createSlice({
  name: 'position',
  initialState: 0,
  reducers: {
    positionSeen: (seen, { payload }: PayloadAction<number>) => Math.max(seen, payload),
  },
});

export const positionReducer = slice.reducer;
export const { positionSeen } = slice.actions;
export type WithPosition = { position: number };
export const selectPosition = (state: WithPosition): number => state.position;
