import { describe, expect, test } from 'vitest';
import { click, drag, empty, play, playFrom, pointerDown, pointerMove, pointerUp } from './play';
import { visible } from './step';
import { colors, tools, type Mark, type State } from './types';

const p = (x: number, y: number) => ({ x, y });
const only = (state: State): Mark => {
  expect(state.marks).toHaveLength(1);
  const [mark] = state.marks;
  if (!mark) throw new Error('no mark');
  return mark;
};

/** Returns the state after the server returned the first mark, which now belongs to a topic. */
const stored = (state: State, editable = true): State =>
  playFrom(state, {
    type: 'loaded',
    marks: state.marks.map((m) => ({ ...m, id: `topic-${m.id}`, isUnsaved: false, editable })),
  });
const oneSaved = (editable = true): State => {
  const drawn = play({ type: 'tool', tool: 'rect' }, ...drag(p(0.2, 0.2), p(0.4, 0.6)));
  const there = playFrom(stored(drawn, editable), { type: 'closed', id: 'm1' }, { type: 'tool', tool: 'mouse' });
  return { ...there, past: [], future: [] };
};

describe('tools', () => {
  test('the tools are mouse, circle, arrow, rect and line (BD-259)', () => {
    expect([...tools].toSorted()).toEqual(['arrow', 'circle', 'line', 'mouse', 'rect']);
  });

  test('the colours are green, red, blue, yellow, pink and purple (BD-260)', () => {
    expect(colors).toEqual(['green', 'red', 'blue', 'yellow', 'pink', 'purple']);
  });

  test('a new colour also applies to the selected mark if the user is its author, and can be undone', () => {
    const chosen = playFrom(oneSaved(), { type: 'select', id: 'topic-m1' }, { type: 'color', color: 'pink' });
    expect(only(chosen).color).toBe('pink');
    expect(only(playFrom(chosen, { type: 'undo' })).color).toBe('blue');
    const foreign = playFrom(oneSaved(false), { type: 'select', id: 'topic-m1' }, { type: 'color', color: 'pink' });
    expect([only(foreign).color, foreign.color]).toEqual(['blue', 'pink']);
    expect(only(playFrom(oneSaved(), { type: 'select', id: null }, { type: 'color', color: 'pink' })).color).toBe(
      'blue',
    );
  });

  test('a new screen starts with the blue circle (BD-261)', () => {
    expect(empty).toMatchObject({ tool: 'circle', color: 'blue' });
  });

  test('a click with the circle leaves a dot of radius 10 with stroke 5 (BD-263, BD-265)', () => {
    expect(only(play(...click(0.5, 0.5)))).toMatchObject({
      kind: 'circle',
      points: [p(0.5, 0.5)],
      radius: 10 / 1000,
      strokeWidth: 5,
      color: 'blue',
    });
  });

  test('a drag with the circle draws a larger one, in page pixels on both axes', () => {
    expect(only(play(...drag(p(0.5, 0.5), p(0.5, 0.7)))).radius).toBeCloseTo(100 / 1000);
  });

  test.each(['arrow', 'line'] as const)('a drag with the %s connects its start and end (BD-258)', (tool) => {
    const state = play({ type: 'tool', tool }, ...drag(p(0.7, 0.6), p(0.1, 0.2)));
    expect(only(state)).toMatchObject({ kind: tool, points: [p(0.7, 0.6), p(0.1, 0.2)] });
  });

  test('a rect is stored from its top left corner, whatever the direction of the drag (BD-258)', () => {
    const state = play({ type: 'tool', tool: 'rect' }, ...drag(p(0.7, 0.2), p(0.1, 0.6)));
    expect(only(state).points).toEqual([p(0.1, 0.2), p(0.7, 0.6)]);
  });

  test('a click with arrow, rect or line draws nothing', () => {
    for (const tool of ['arrow', 'rect', 'line'] as const) {
      expect(play({ type: 'tool', tool }, ...click(0.5, 0.5)).marks).toEqual([]);
    }
  });

  test('the next mark has the chosen colour (BD-260)', () => {
    expect(only(play({ type: 'color', color: 'pink' }, ...click(0.5, 0.5))).color).toBe('pink');
  });

  test('a mark shows while it is being drawn', () => {
    expect(visible(play(pointerDown(0.5, 0.5), pointerMove(0.6, 0.5)))).toHaveLength(1);
  });

  test('escape while drawing removes the mark', () => {
    expect(play(pointerDown(0.4, 0.2), pointerMove(0.5, 0.3), { type: 'cancel' })).toEqual(empty);
  });

  test('a mark cannot leave its page', () => {
    const state = play({ type: 'tool', tool: 'rect' }, ...drag(p(0.8, 0.8), p(1.7, 2)));
    expect(only(state).points[1]).toEqual(p(1, 1));
  });
});

describe('unsaved marks', () => {
  test('a new mark is unsaved and selected (BD-267, BD-268)', () => {
    const state = play(...click(0.5, 0.5));
    expect(only(state).isUnsaved).toBe(true);
    expect(state.selected).toBe('m1');
  });

  test('closing the tooltip of an unsaved mark discards it, and undo does not restore it (BD-269)', () => {
    const state = play(...click(0.5, 0.5), { type: 'closed', id: 'm1' }, { type: 'undo' });
    expect(state).toEqual(empty);
  });

  test('closing the tooltip of a saved mark keeps the mark', () => {
    const state = playFrom(oneSaved(), { type: 'closed', id: 'topic-m1' });
    expect(state.marks).toHaveLength(1);
  });

  test('only one mark at a time is unsaved', () => {
    expect(play(...click(0.5, 0.5, 'a'), ...click(0.6, 0.6, 'b')).marks.map((m) => m.id)).toEqual(['b']);
  });

  test('saving a mark gives it the id of its topic and clears its unsaved flag', () => {
    const state = play(...click(0.5, 0.5), { type: 'saved', id: 'm1', topicId: 't1' });
    expect(only(state)).toMatchObject({ id: 't1', isUnsaved: false });
    expect(state.selected).toBe('t1');
  });

  test('a reload that arrives before the save leaves one mark', () => {
    const drawn = play(...click(0.5, 0.5));
    const both = playFrom(drawn, { type: 'loaded', marks: [{ ...only(drawn), id: 't1', isUnsaved: false }] });
    expect(only(playFrom(both, { type: 'saved', id: 'm1', topicId: 't1' })).id).toBe('t1');
  });

  test('a reload keeps the unsaved mark', () => {
    const state = play(...click(0.5, 0.5), { type: 'loaded', marks: [] });
    expect(only(state).id).toBe('m1');
  });
});

describe('selecting and moving', () => {
  test('a press beside all marks clears the selection', () => {
    const state = playFrom(oneSaved(), ...click(0.21, 0.2));
    expect(state.selected).toBe('topic-m1');
    expect(playFrom(state, ...click(0.9, 0.9)).selected).toBeNull();
  });

  test('a press inside a rect does not hit the rect', () => {
    expect(playFrom(oneSaved(), ...click(0.3, 0.4)).selected).toBeNull();
  });

  test('the author moves a mark, up to the edge of the page (BD-187)', () => {
    const state = playFrom(oneSaved(), ...drag(p(0.3, 0.2), p(0.9, 0.2)));
    expect(only(state).points.map((q) => Number(q.x.toFixed(6)))).toEqual([0.8, 1]);
  });

  test('other users cannot move it (BD-187)', () => {
    const before = oneSaved(false);
    expect(playFrom(before, ...drag(p(0.3, 0.2), p(0.4, 0.3))).marks).toEqual(before.marks);
    expect(playFrom(before, ...click(0.3, 0.2), { type: 'nudge', dx: 5, dy: 5 }).marks).toEqual(before.marks);
  });

  test('escape reverts the drag', () => {
    const before = oneSaved();
    const after = playFrom(before, pointerDown(0.3, 0.2), pointerMove(0.5, 0.4), { type: 'cancel' });
    expect(after.marks).toEqual(before.marks);
  });

  test('a corner of the selected rect can be dragged', () => {
    const state = playFrom(oneSaved(), ...click(0.3, 0.2), ...drag(p(0.4, 0.6), p(0.5, 0.8)));
    expect(only(state).points).toEqual([p(0.2, 0.2), p(0.5, 0.8)]);
  });

  test('pressing a pin selects its mark with any tool', () => {
    const state = playFrom(
      oneSaved(),
      { type: 'tool', tool: 'arrow' },
      { type: 'grab', id: 'topic-m1', at: p(0.2, 0.2) },
      pointerMove(0.3, 0.2),
      pointerUp(),
    );
    expect(only(state).points[0]?.x).toBeCloseTo(0.3);
    expect(state.selected).toBe('topic-m1');
  });

  test('arrow keys move the selected mark by page pixels', () => {
    const state = playFrom(oneSaved(), ...click(0.3, 0.2), { type: 'nudge', dx: 10, dy: -5 });
    const [corner] = only(state).points;
    expect(corner?.x).toBeCloseTo(0.21);
    expect(corner?.y).toBeCloseTo(0.19);
  });

  test('a reload during a drag does not interrupt it', () => {
    const held = playFrom(oneSaved(), pointerDown(0.3, 0.2), pointerMove(0.5, 0.2));
    const reloaded = playFrom(held, { type: 'loaded', marks: oneSaved().marks });
    expect(reloaded.marks).toEqual(held.marks);
    expect(playFrom(reloaded, pointerUp()).past).toHaveLength(1);
  });
});

describe('undo and redo', () => {
  test('undo removes the drawn mark and redo restores it', () => {
    const drawn = play(...click(0.5, 0.5));
    const undone = playFrom(drawn, { type: 'undo' });
    expect(undone.marks).toEqual([]);
    expect(playFrom(undone, { type: 'redo' }).marks).toEqual(drawn.marks);
  });

  test('a new change clears the redo steps', () => {
    const state = play(...click(0.5, 0.5, 'a'), { type: 'undo' }, ...click(0.1, 0.1, 'b'), { type: 'redo' });
    expect(state.marks.map((m) => m.id)).toEqual(['b']);
  });

  test('undo reverts one move at a time', () => {
    const start = oneSaved();
    const moved = playFrom(start, ...drag(p(0.3, 0.2), p(0.4, 0.2)), { type: 'nudge', dx: 1, dy: 0 });
    expect(playFrom(moved, { type: 'undo' }, { type: 'undo' }).marks).toEqual(start.marks);
  });

  test('deleting an unsaved mark can be undone; a saved mark cannot be deleted here', () => {
    const drawn = play(...click(0.5, 0.5));
    expect(playFrom(drawn, { type: 'delete', id: 'm1' }, { type: 'undo' }).marks).toEqual(drawn.marks);
    expect(playFrom(oneSaved(), { type: 'delete', id: 'topic-m1' }).marks).toHaveLength(1);
  });

  test('a mark that the server no longer has loses its history', () => {
    const moved = playFrom(oneSaved(), ...drag(p(0.3, 0.2), p(0.4, 0.2)));
    expect(playFrom(moved, { type: 'loaded', marks: [] }, { type: 'undo' }).marks).toEqual([]);
  });
});

describe('read-only', () => {
  test('the marker tools do nothing (BD-236)', () => {
    const locked = playFrom(empty, { type: 'readOnly', readOnly: true });
    expect(playFrom(locked, { type: 'tool', tool: 'rect' }, ...drag(p(0.1, 0.1), p(0.5, 0.5))).marks).toEqual([]);
    expect(locked.tool).toBe('mouse');
  });

  test('marks can be selected but not moved (BD-235)', () => {
    const locked = playFrom(oneSaved(), { type: 'readOnly', readOnly: true });
    const state = playFrom(locked, ...drag(p(0.3, 0.2), p(0.5, 0.5)), { type: 'nudge', dx: 9, dy: 9 });
    expect(state.selected).toBe('topic-m1');
    expect(state.marks).toEqual(locked.marks);
  });
});

describe('keyboard', () => {
  test('a mark is placed at the crosshair, which the arrow keys move', () => {
    const state = play(
      { type: 'aim', aim: { page: 2, at: p(0.5, 0.5) } },
      { type: 'nudge', dx: 100, dy: 0 },
      { type: 'place', id: 'k1' },
    );
    expect(only(state)).toMatchObject({ id: 'k1', page: 2, points: [p(0.6, 0.5)] });
  });

  test('an arrow is placed with a usual length', () => {
    const state = play(
      { type: 'tool', tool: 'arrow' },
      { type: 'aim', aim: { page: 1, at: p(0.5, 0.5) } },
      { type: 'place', id: 'k1' },
    );
    expect(only(state).points).toEqual([p(0.5, 0.5), p(0.62, 0.62)]);
  });
});
