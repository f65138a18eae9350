import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { Card, Meanwhile } from '../generated';
import { signedOut } from '../session/session';

/** The target place of a queued move, so that the board can show it. */
export type WaitingMove = {
  cardId: string;
  status: Card['status'];
  beforeId?: string;
  afterId?: string;
  reason?: string;
};

/** A queued action of an order, or a decision about one of its files. */
export type WaitingAct = {
  orderId: string;
  /** Set when it changes a file, and not the order itself. */
  attachmentId?: string;
  versionId?: string;
  /** The words on its button. */
  label: string;
  /** The status that it gives the order, if it gives one. */
  status?: Card['status'];
  /** Set when it deletes the order. */
  deletes?: boolean;
};

/** A queued comment: a reply, or without `topicId` a new topic. */
export type WaitingComment = {
  orderId: string;
  /** Unset for the order's conversation. */
  attachmentId?: string;
  /** The version of the proof; the order for its conversation. */
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
  /** The change in words: `PB-1042 Jar label: move to In Review`. */
  what: string;
  url: string;
  method: 'PUT' | 'POST';
  body?: object;
  /**
   * The version of the order, or of the file, that the user saw. The change is sent with it once it has
   * waited, because others may have changed the same meanwhile (D-288).
   */
  expectedVersion?: number;
  move?: WaitingMove;
  act?: WaitingAct;
  comment?: WaitingComment;
  /** What others did meanwhile. The change waits until its user has answered whether it is sent all the same. */
  conflict?: Meanwhile;
};

/** Returns the id of the order that a change is about. */
export const orderOf = ({ move, act, comment }: Change): string | undefined =>
  move?.cardId ?? act?.orderId ?? comment?.orderId;

/** Returns the id of what a change changes: the order, or one of its files. */
export const targetOf = ({ move, act }: Change): string | undefined =>
  move?.cardId ?? (act?.versionId ? act.attachmentId : act?.orderId);

/** Returns the queued change of an order other than comments. Until it is sent, the order takes no other. */
export const waitingFor = (changes: readonly Change[], orderId: string): Change | undefined =>
  changes.find(({ move, act }) => move?.cardId === orderId || (act?.orderId === orderId && !act.versionId));

/** Returns the queued decision about a version. */
export const waitingOn = (changes: readonly Change[], versionId: string): Change | undefined =>
  changes.find(({ act }) => act?.versionId === versionId);

/** Returns the first change that is to be sent. Those of an order wait for its earlier ones, comments for none. */
export function nextOf(waiting: readonly Change[]): Change | undefined {
  const held = new Set<string | undefined>();
  return waiting.find((change) => {
    if (change.conflict) held.add(orderOf(change));
    return !change.conflict && (change.comment !== undefined || !held.has(orderOf(change)));
  });
}

export type Outbox = {
  waiting: Change[];
  sending: boolean;
  /** The keys of the conflicts that the user does not want to answer now. */
  later: string[];
};

const initialState: Outbox = { waiting: [], sending: false, later: [] };

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
    /** Puts a change in the place of one that has another key, or another state. */
    changeReplaced: (outbox, { payload: [key, change] }: PayloadAction<[string, Change]>) => ({
      ...outbox,
      waiting: outbox.waiting.map((waits) => (waits.key === key ? change : waits)),
    }),
    answerPostponed: (outbox, { payload }: PayloadAction<string>) => ({ ...outbox, later: [...outbox.later, payload] }),
    conflictsOpened: (outbox) => ({ ...outbox, later: [] }),
    sendingChanged: (outbox, { payload }: PayloadAction<boolean>) => ({ ...outbox, sending: payload }),
  },
  extraReducers: (build) => build.addCase(signedOut, (outbox) => ({ ...outbox, waiting: [], later: [] })),
});

export const outboxReducer = slice.reducer;
export const {
  outboxLoaded,
  changeWaits,
  changeLeft,
  changeReplaced,
  answerPostponed,
  conflictsOpened,
  sendingChanged,
} = slice.actions;
export type WithOutbox = { outbox: Outbox };
export const selectOutbox = (state: WithOutbox): Outbox => state.outbox;
export const selectWaiting = (state: WithOutbox): Change[] => state.outbox.waiting;

/** Returns the first change whose conflict is to be answered now. */
export const selectConflict = ({ outbox }: WithOutbox): Change | undefined =>
  outbox.waiting.find(({ key, conflict }) => conflict && !outbox.later.includes(key));
