import type { Change, Mark, State } from './types';

/** The number of steps that can be undone. */
const depth = 100;

const swap = (marks: readonly Mark[], id: string, next: Mark | null): Mark[] => {
  if (next === null) return marks.filter((m) => m.id !== id);
  return marks.some((m) => m.id === id) ? marks.map((m) => (m.id === id ? next : m)) : [...marks, next];
};

const apply = (state: State, changes: readonly Change[], side: 'before' | 'after'): State => {
  const marks = changes.reduce((now: readonly Mark[], c) => swap(now, c.id, c[side]), state.marks);
  const shown = changes.findLast((c) => c[side] !== null);
  const selected = shown?.id ?? (marks.some((m) => m.id === state.selected) ? state.selected : null);
  return { ...state, marks, selected };
};

/** Applies changes and records them for undo. Steps undone before can no longer be redone. */
export function change(state: State, changes: readonly Change[]): State {
  return { ...apply(state, changes, 'after'), past: [...state.past, changes].slice(-depth), future: [] };
}

export function undo(state: State): State {
  const last = state.past.at(-1);
  if (!last || state.readOnly) return state;
  return { ...apply(state, last, 'before'), past: state.past.slice(0, -1), future: [last, ...state.future] };
}

export function redo(state: State): State {
  const [next, ...rest] = state.future;
  if (!next || state.readOnly) return state;
  return { ...apply(state, next, 'after'), past: [...state.past, next], future: rest };
}

/** Removes the history of the marks for which `gone` returns true. */
export function withoutHistoryOf(state: State, gone: (id: string) => boolean): State {
  const clean = (steps: State['past']) =>
    steps.map((step) => step.filter((c) => !gone(c.id))).filter((step) => step.length > 0);
  return { ...state, past: clean(state.past), future: clean(state.future) };
}
