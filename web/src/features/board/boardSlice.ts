import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { OtherWay } from './drag/dropRules';

/** The view state of the board: the lifted card, the selected cards, and the last refusal. */
export type BoardView = {
  lifted: string | null;
  refused: { cardId: string; sentence: string; way?: OtherWay } | null;
  /** The ids of the selected cards in the order of their selection. */
  selected: string[];
  /** The card at which a range starts. */
  anchor: string | null;
  /** The progress of commands on several cards; null when none are running. */
  running: { what: string; done: number; of: number } | null;
};

const initialState: BoardView = { lifted: null, refused: null, selected: [], anchor: null, running: null };

type Range = {
  /** The cards of the zone in the order they are shown. */
  ids: string[];
  to: string;
};

const together = (some: string[], more: string[]): string[] => [...new Set([...some, ...more])];

const slice = createSlice({
  name: 'boardView',
  initialState,
  reducers: {
    cardLifted: (view, { payload }: PayloadAction<string>): BoardView => ({ ...view, lifted: payload, refused: null }),
    cardLanded: (view): BoardView => ({ ...view, lifted: null }),
    moveRefused: (view, { payload }: PayloadAction<NonNullable<BoardView['refused']>>): BoardView => ({
      ...view,
      refused: payload,
    }),
    refusalRead: (view): BoardView => ({ ...view, refused: null }),
    cardToggled: (view, { payload: id }: PayloadAction<string>): BoardView => ({
      ...view,
      anchor: id,
      selected: view.selected.includes(id) ? view.selected.filter((other) => other !== id) : [...view.selected, id],
    }),
    /**
     * Selects from the anchor to a card of the same zone. Without an anchor in that zone, it adds
     * just that card.
     */
    rangeSelected: (view, { payload: { ids, to } }: PayloadAction<Range>): BoardView => {
      const end = ids.indexOf(to);
      const start = view.anchor === null ? -1 : ids.indexOf(view.anchor);
      if (start < 0) return { ...view, anchor: to, selected: together(view.selected, [to]) };
      const range = ids.slice(Math.min(start, end), Math.max(start, end) + 1);
      return { ...view, selected: together(view.selected, range) };
    },
    cardsSelected: (view, { payload }: PayloadAction<string[]>): BoardView => ({
      ...view,
      selected: payload,
      anchor: payload[0] ?? null,
    }),
    runningChanged: (view, { payload }: PayloadAction<BoardView['running']>): BoardView => ({
      ...view,
      running: payload,
    }),
  },
});

export const boardViewReducer = slice.reducer;
export const {
  cardLifted,
  cardLanded,
  moveRefused,
  refusalRead,
  cardToggled,
  rangeSelected,
  cardsSelected,
  runningChanged,
} = slice.actions;

export type WithBoardView = { boardView: BoardView };
export const selectLifted = (state: WithBoardView): string | null => state.boardView.lifted;
export const selectRefused = (state: WithBoardView): BoardView['refused'] => state.boardView.refused;
export const selectSelected = (state: WithBoardView): string[] => state.boardView.selected;
export const selectRunning = (state: WithBoardView): BoardView['running'] => state.boardView.running;

/**
 * Returns the number of cards that move with the lifted one: the selection, if it contains the
 * card.
 */
export function selectCarriedCount({ boardView: { lifted, selected } }: WithBoardView): number {
  if (lifted === null) return 0;
  return selected.includes(lifted) ? selected.length : 1;
}

/** Returns whether a card moves with another one that is lifted. */
export const selectGoesAlong =
  (id: string) =>
  ({ boardView: { lifted, selected } }: WithBoardView): boolean =>
    lifted !== null && lifted !== id && selected.includes(lifted) && selected.includes(id);
