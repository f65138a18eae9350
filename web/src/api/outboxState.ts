import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { Card } from './generated';
import { signedOut } from './session';

/** The target place of a queued move, so that the board can show it. */
export type WaitingMove = {
  cardId: string;
  status: Card['status'];
  beforeId?: string;
  afterId?: string;
  reason?: string;
};

/** A queued comment: a reply, or without `topicId` a new topic. */
export type WaitingComment = {
  orderId: string;
  attachmentId: string;
  versionId: string;
  tab: 'internal' | 'public';
  topicId?: string;
  /** The text as TipTap JSON. */
  message: string;
  annotation: string;
  /** The key of the draft that gets the text back when the server refuses the comment. */
  draftKey: string;
  at: string;
  sender: { id: string; name: string; avatar: string };
};

/** A change made while the server could not be reached (BY-036). */
export type Change = {
  /** The idempotency key: however often the change is sent, it is applied once (D-31). */
  key: string;
  /** The user who made the change. It is never sent for another user. */
  userId: string;
  /** The change in words: `#1042 Jar label: move to In Review`. */
  what: string;
  url: string;
  method: 'PUT' | 'POST';
  body: object;
  move?: WaitingMove;
  comment?: WaitingComment;
};

export type Outbox = { waiting: Change[]; sending: boolean };

const initialState: Outbox = { waiting: [], sending: false };

const slice = createSlice({
  name: 'outbox',
  initialState,
  reducers: {
    outboxLoaded: (outbox, { payload }: PayloadAction<Change[]>) => ({ ...outbox, waiting: payload }),
    changeWaits: (outbox, { payload }: PayloadAction<Change>) => ({
      ...outbox,
      waiting: [...outbox.waiting.filter(({ key }) => key !== payload.key), payload],
    }),
    changeLeft: (outbox, { payload }: PayloadAction<string>) => ({
      ...outbox,
      waiting: outbox.waiting.filter(({ key }) => key !== payload),
    }),
    sendingChanged: (outbox, { payload }: PayloadAction<boolean>) => ({ ...outbox, sending: payload }),
  },
  extraReducers: (build) => build.addCase(signedOut, (outbox) => ({ ...outbox, waiting: [] })),
});

export const outboxReducer = slice.reducer;
export const { outboxLoaded, changeWaits, changeLeft, sendingChanged } = slice.actions;
export type WithOutbox = { outbox: Outbox };
export const selectOutbox = (state: WithOutbox): Outbox => state.outbox;
export const selectWaiting = (state: WithOutbox): Change[] => state.outbox.waiting;
