import { change, redo, undo, withoutHistoryOf } from './history';
import { circleRadius, distance, hitHandle, hitTest, inPage, ordered, reshape, sizeOf, translate } from './geometry';
import { defaults, type Event, type Kind, type Mark, type Point, type Size, type State } from './types';

/**
 * The limit between a click and a drag, in page pixels. A click with the circle leaves a dot; with
 * other tools it draws nothing.
 */
export const clickLength = 4;
/** The size of a mark placed by keyboard: this long and half as high, in page pixels. */
export const placedLength = 120;

export const initial: State = {
  tool: defaults.tool,
  color: defaults.color,
  readOnly: false,
  pages: [],
  marks: [],
  selected: null,
  gesture: null,
  aim: null,
  past: [],
  future: [],
};

/**
 * Returns the next state. It is a pure function; an event without a meaning in the current state
 * returns the same state.
 */
export function step(state: State, event: Event): State {
  switch (event.type) {
    case 'tool':
      return state.readOnly ? state : { ...abandoned(state), tool: event.tool, selected: null };
    case 'color':
      return coloured({ ...state, color: event.color });
    case 'readOnly':
      return event.readOnly === state.readOnly ? state : locked(state, event.readOnly);
    case 'pages':
      return { ...state, pages: event.pages };
    case 'reset':
      return { ...initial, tool: state.tool, color: state.color, readOnly: state.readOnly, pages: state.pages };
    case 'loaded':
      return loaded(state, event.marks, event.held);
    case 'down':
      return state.tool === 'mouse' || state.readOnly ? grab(state, event) : begin(state, state.tool, event);
    case 'grab':
      return held(state, state.marks.find((m) => m.id === event.id) ?? null, null, event.at);
    case 'move':
      return moved(state, event.at);
    case 'up':
      return finished(state);
    case 'cancel':
      return state.gesture ? abandoned(state) : { ...state, selected: null, aim: null };
    case 'select':
      return { ...state, selected: event.id, gesture: null };
    case 'delete':
      return removed(state, event.id);
    case 'closed':
      return discarded(state, event.id);
    case 'saved':
      return saved(state, event.id, event.topicId);
    case 'restored':
      return state.readOnly || state.marks.some((m) => m.isUnsaved) ? state : added(state, event.mark);
    case 'nudge':
      return nudged(state, event.dx, event.dy);
    case 'aim':
      return { ...state, aim: event.aim && { ...event.aim, at: inPage(event.aim.at) } };
    case 'place':
      return placed(state, event.id);
    case 'undo':
      return state.gesture ? abandoned(state) : undo(state);
    case 'redo':
      return state.gesture ? state : redo(state);
    default:
      return event satisfies never;
  }
}

/** Returns the visible marks, including the one being drawn. */
export function visible(state: State): readonly Mark[] {
  return state.gesture?.type === 'draw' ? [...state.marks, state.gesture.mark] : state.marks;
}

const replace = (marks: readonly Mark[], next: Mark): Mark[] => marks.map((m) => (m.id === next.id ? next : m));

function locked(state: State, readOnly: boolean): State {
  const open = abandoned(state);
  return { ...open, readOnly, tool: readOnly ? 'mouse' : defaults.tool, aim: null };
}

function loaded(state: State, marks: readonly Mark[], held: ReadonlySet<string> = new Set()): State {
  const dragged = state.gesture?.type === 'drag' ? state.gesture.id : null;
  const mine = new Map(state.marks.filter((m) => m.id === dragged || held.has(m.id)).map((m) => [m.id, m]));
  const next = [...marks.map((m) => mine.get(m.id) ?? m), ...state.marks.filter((m) => m.isUnsaved)];
  const known = new Set(next.map((m) => m.id));
  const kept = withoutHistoryOf(state, (id) => !known.has(id) && !unsavedInHistory(state, id));
  const gone = dragged !== null && !known.has(dragged);
  return {
    ...kept,
    marks: next,
    gesture: gone ? null : state.gesture,
    selected: state.selected,
  };
}

/** Reports whether an unsaved mark was undone, so that only the history contains it. */
function unsavedInHistory(state: State, id: string): boolean {
  return [...state.past, ...state.future].flat().some((c) => c.id === id && (c.after ?? c.before)?.isUnsaved === true);
}

type Down = Extract<Event, { type: 'down' }>;

function grab(state: State, { page, at, tolerance }: Down): State {
  const size = sizeOf(state.pages, page);
  const chosen = state.marks.find((m) => m.id === state.selected && m.page === page);
  const handle = chosen?.editable && !state.readOnly ? hitHandle(chosen, at, size, tolerance) : null;
  const hit = handle === null ? hitTest(state.marks, page, at, size, tolerance) : chosen;
  return held(state, hit ?? null, handle, at);
}

/** Selects a mark, and starts to drag it when it may be moved. */
function held(state: State, mark: Mark | null, handle: number | null, from: Point): State {
  const selected = { ...state, selected: mark?.id ?? null, gesture: null };
  if (!mark?.editable || state.readOnly) return selected;
  return { ...selected, gesture: { type: 'drag', id: mark.id, handle, from, before: mark } };
}

function begin(state: State, kind: Kind, { page, at, id }: Down): State {
  const size = sizeOf(state.pages, page);
  const start = inPage(at);
  const mark: Mark = {
    id,
    kind,
    page,
    points: kind === 'circle' ? [start] : [start, start],
    radius: kind === 'circle' ? defaults.radius / size.width : 0,
    color: state.color,
    strokeWidth: defaults.strokeWidth,
    isUnsaved: true,
    editable: true,
  };
  return { ...state, selected: null, gesture: { type: 'draw', mark } };
}

function moved(state: State, to: Point): State {
  const gesture = state.gesture;
  if (!gesture) return state;
  const at = inPage(to);
  if (gesture.type === 'draw') {
    const size = sizeOf(state.pages, gesture.mark.page);
    return { ...state, gesture: { ...gesture, mark: drawnTo(gesture.mark, at, size) } };
  }
  const size = sizeOf(state.pages, gesture.before.page);
  const next =
    gesture.handle === null
      ? translate(gesture.before, { x: to.x - gesture.from.x, y: to.y - gesture.from.y })
      : reshape(gesture.before, gesture.handle, at, size);
  return { ...state, marks: replace(state.marks, next) };
}

function drawnTo(mark: Mark, at: Point, size: Size): Mark {
  const [start = at] = mark.points;
  return mark.kind === 'circle' ? { ...mark, radius: circleRadius(start, at, size) } : { ...mark, points: [start, at] };
}

function finished(state: State): State {
  const gesture = state.gesture;
  if (!gesture) return state;
  const still = { ...state, gesture: null };
  if (gesture.type === 'drag') {
    const after = state.marks.find((m) => m.id === gesture.id) ?? null;
    const same = after === gesture.before;
    return same ? still : change(still, [{ id: gesture.id, before: gesture.before, after }]);
  }
  const { mark } = gesture;
  const [a, b] = mark.points;
  const size = sizeOf(state.pages, mark.page);
  if (mark.kind !== 'circle' && (!a || !b || distance(a, b, size) < clickLength)) return still;
  return added(still, mark.kind === 'rect' && a && b ? { ...mark, points: ordered(a, b) } : mark);
}

/** Adds a mark. Only one mark is unsaved at a time, so it replaces the previous one. */
function added(state: State, mark: Mark): State {
  const waiting = state.marks.filter((m) => m.isUnsaved).map((m) => ({ id: m.id, before: m, after: null }));
  return { ...change(state, [...waiting, { id: mark.id, before: null, after: mark }]), selected: mark.id };
}

/** Discards the mark being drawn, or reverts the drag. */
function abandoned(state: State): State {
  const gesture = state.gesture;
  if (!gesture) return state;
  const marks = gesture.type === 'drag' ? replace(state.marks, gesture.before) : state.marks;
  return { ...state, marks, gesture: null };
}

/** Gives the selected mark the colour, if the user may change it. */
function coloured(state: State): State {
  const mark = state.marks.find((m) => m.id === state.selected);
  if (!mark?.editable || state.readOnly || state.gesture || mark.color === state.color) return state;
  return change(state, [{ id: mark.id, before: mark, after: { ...mark, color: state.color } }]);
}

function removed(state: State, id: string): State {
  const mark = state.marks.find((m) => m.id === id);
  if (!mark?.isUnsaved) return state;
  return change(state, [{ id, before: mark, after: null }]);
}

function discarded(state: State, id: string): State {
  const mark = state.marks.find((m) => m.id === id);
  const closed = { ...state, selected: state.selected === id ? null : state.selected };
  if (!mark?.isUnsaved) return closed;
  return withoutHistoryOf({ ...closed, gesture: null, marks: state.marks.filter((m) => m.id !== id) }, (c) => c === id);
}

function saved(state: State, id: string, topicId: string): State {
  const mark = state.marks.find((m) => m.id === id);
  if (!mark) return state;
  const others = state.marks.filter((m) => m.id !== id && m.id !== topicId);
  const known = state.marks.find((m) => m.id === topicId) ?? { ...mark, id: topicId, isUnsaved: false };
  const selected = state.selected === id ? topicId : state.selected;
  return withoutHistoryOf({ ...state, marks: [...others, known], selected }, (c) => c === id);
}

function nudged(state: State, dx: number, dy: number): State {
  const mark = state.marks.find((m) => m.id === state.selected);
  if (mark && mark.editable && !state.readOnly) {
    const size = sizeOf(state.pages, mark.page);
    const after = translate(mark, { x: dx / size.width, y: dy / size.height });
    return change(state, [{ id: mark.id, before: mark, after }]);
  }
  if (!state.aim) return state;
  const size = sizeOf(state.pages, state.aim.page);
  const at = inPage({ x: state.aim.at.x + dx / size.width, y: state.aim.at.y + dy / size.height });
  return { ...state, aim: { ...state.aim, at } };
}

function placed(state: State, id: string): State {
  const { aim, tool } = state;
  if (!aim || tool === 'mouse' || state.readOnly) return state;
  const size = sizeOf(state.pages, aim.page);
  const far = inPage({ x: aim.at.x + placedLength / size.width, y: aim.at.y + placedLength / 2 / size.height });
  const started = begin(state, tool, { type: 'down', page: aim.page, at: aim.at, id, tolerance: 0 });
  return { ...finished(tool === 'circle' ? started : moved(started, far)), aim };
}
