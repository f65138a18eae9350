import { newId } from '@/lib/newId';
import type { KeyboardEvent } from 'react';
import { sizeOf } from '../engine';
import { unturnedPoint, unturnedStep } from '../engine/turn';
import type { Markup } from '../markup';
import type { Viewer } from './useViewer';

const arrows: Record<string, [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

interface Options {
  viewer: Viewer;
  markup: Markup;
  onDelete: (id: string) => void;
}

/** Handles the keys for marking while the stage has the focus: arrows, Enter and Delete. */
export function useStageKeys({ viewer, markup, onDelete }: Options) {
  const { state, dispatch } = markup;

  /** Returns where the crosshair starts: a point on the visible page. */
  const middle = () => {
    const view = viewer.stage.current;
    const page = view?.querySelector(`[data-page="${viewer.page}"]`);
    if (!view || !page || sizeOf(state.pages, viewer.page).guessed) return null;
    const frame = view.getBoundingClientRect();
    const { left, top, width, height } = page.getBoundingClientRect();
    const at = {
      x: (frame.left + frame.width / 2 - left) / width,
      y: (frame.top + frame.height / 2 - top) / height,
    };
    return { page: viewer.page, at: unturnedPoint(at, viewer.turn) };
  };

  const arrow = (by: [number, number], fast: boolean): boolean => {
    const chosen = state.marks.find((m) => m.id === state.selected && m.editable);
    if (!chosen && (state.tool === 'mouse' || state.readOnly)) return false;
    if (!chosen && !state.aim) dispatch({ type: 'aim', aim: middle() });
    // The step is measured in screen pixels, whatever the zoom.
    const far = (fast ? 20 : 4) / viewer.zoom.scale;
    const [dx, dy] = unturnedStep(by[0] * far, by[1] * far, viewer.turn);
    dispatch({ type: 'nudge', dx, dy });
    return true;
  };

  return (event: KeyboardEvent): void => {
    if (event.target !== event.currentTarget || event.ctrlKey || event.metaKey || event.altKey) return;
    const by = arrows[event.key];
    const stored = state.marks.find((m) => m.id === state.selected && !m.isUnsaved);
    let used = false;
    if (by) used = arrow(by, event.shiftKey);
    else if (event.key === 'Enter' && stored) {
      markup.openAtMark(stored.id);
      used = true;
    } else if (event.key === 'Enter' && state.aim) {
      dispatch({ type: 'place', id: newId() });
      used = true;
    } else if ((event.key === 'Delete' || event.key === 'Backspace') && state.selected) {
      onDelete(state.selected);
      used = true;
    }
    if (used) event.preventDefault();
  };
}
