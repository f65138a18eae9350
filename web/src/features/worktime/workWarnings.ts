import { createSlice, type PayloadAction } from '@reduxjs/toolkit';

/**
 * Working-time warnings by order: the time of the question whether the user is still working
 * (BD-051).
 */
export type WorkWarnings = Record<string, { warningAt: string }>;

const initialState: WorkWarnings = {};

const slice = createSlice({
  name: 'workWarnings',
  initialState,
  reducers: {
    workWarned: (state, { payload }: PayloadAction<{ orderId: string; warningAt: string }>) => {
      state[payload.orderId] = { warningAt: payload.warningAt };
    },
    workAnswered: (state, { payload: orderId }: PayloadAction<string>) => {
      delete state[orderId];
    },
  },
});

export const { workWarned, workAnswered } = slice.actions;
export const workWarningsReducer = slice.reducer;
export const selectWorkWarnings = (state: { workWarnings: WorkWarnings }): WorkWarnings => state.workWarnings;
