import { createSlice, type PayloadAction } from '@reduxjs/toolkit';

/** Whether the server can be reached, and whether it requires a new sign-in. */
export type Connection = { offline: boolean; live: boolean; reauth: string | null };

const initialState: Connection = { offline: false, live: false, reauth: null };

const slice = createSlice({
  name: 'connection',
  initialState,
  reducers: {
    wentOffline: (connection) => ({ ...connection, offline: true }),
    wentOnline: (connection) => ({ ...connection, offline: false }),
    liveChanged: (connection, { payload }: PayloadAction<boolean>) => ({ ...connection, live: payload }),
    reauthRequired: (connection, { payload }: PayloadAction<string>) => ({ ...connection, reauth: payload }),
  },
});

export const connectionReducer = slice.reducer;
export const { wentOffline, wentOnline, liveChanged, reauthRequired } = slice.actions;
export type WithConnection = { connection: Connection };
export const selectConnection = (state: WithConnection): Connection => state.connection;
