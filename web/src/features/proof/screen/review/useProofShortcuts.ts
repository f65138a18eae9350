import { useEffect, useEffectEvent } from 'react';
import { useShortcuts } from '@/ui';
import { palette } from '../../canvas/palette';
import { colors, tools } from '../../engine';
import type { Markup } from '../../markup';
import { toolWords } from '../../viewer/ToolBar';
import type { Viewer } from '../../viewer/useViewer';

interface Options {
  markup: Markup;
  viewer: Viewer;
  /** Moves to the next (1) or the previous (-1) pin. */
  onPin: (by: 1 | -1) => void;
  onPanel: () => void;
  /** Opens the text search; undefined where there is none. */
  onFind?: () => void;
}

/** Text fields have their own undo. */
const writing = (): boolean =>
  document.activeElement?.closest('[contenteditable="true"], input, textarea') instanceof Element;

/** Ctrl+Shift+Z redoes. Without this handler it would count as Ctrl+Z. */
function useRedo(redo: () => void): void {
  const run = useEffectEvent(redo);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const pressed = event.shiftKey && (event.ctrlKey || event.metaKey) && event.key.toUpperCase() === 'Z';
      if (!pressed || writing()) return;
      event.preventDefault();
      run();
    };
    document.addEventListener('keydown', onKey, { capture: true });
    return () => document.removeEventListener('keydown', onKey, { capture: true });
  }, []);
}

export function useProofShortcuts({ markup, viewer, onPin, onPanel, onFind }: Options): void {
  const { dispatch } = markup;
  const drawing = 'Drawing on the proof';
  const view = 'Viewing the proof';
  const { zoom, rotate, fitAll, goTo, page, pages } = viewer;
  const turn = (by: number) => {
    const next = page + by;
    if (next >= 1 && next <= pages.length) goTo(next);
  };
  useRedo(() => dispatch({ type: 'redo' }));
  useShortcuts([
    ...tools.map((tool) => ({
      keys: toolWords[tool].key,
      what: toolWords[tool].label,
      group: drawing,
      run: () => dispatch({ type: 'tool', tool }),
    })),
    ...colors.map((color, i) => ({
      keys: String(i + 1),
      what: palette[color].label,
      group: drawing,
      run: () => dispatch({ type: 'color', color }),
    })),
    { keys: 'Ctrl+Z', what: 'Undo', group: drawing, run: () => writing() || dispatch({ type: 'undo' }) },
    { keys: 'Ctrl+Y', what: 'Redo', group: drawing, run: () => writing() || dispatch({ type: 'redo' }) },
    { keys: 'Ctrl+Shift+Z', what: 'Redo', group: drawing },
    { keys: 'Enter', what: 'Place a mark at the crosshair, open the chosen one', group: drawing },
    { keys: '←↑→↓', what: 'Move the crosshair or the chosen mark', group: drawing },
    { keys: 'Escape', what: 'Stop drawing, close the comment', group: drawing },
    { keys: 'Ctrl++', what: 'Zoom in', group: view, run: zoom.in },
    { keys: 'Ctrl+=', what: 'Zoom in', group: view, run: zoom.in },
    { keys: 'Ctrl+-', what: 'Zoom out', group: view, run: zoom.out },
    { keys: 'Ctrl+0', what: 'Fit the page', group: view, run: fitAll },
    { keys: ']', what: 'Turn to the right', group: view, run: () => rotate('right') },
    { keys: '[', what: 'Turn to the left', group: view, run: () => rotate('left') },
    ...(onFind ? [{ keys: 'Ctrl+F', what: 'Find in the file', group: view, run: onFind }] : []),
    { keys: 'PageDown', what: 'Next page', group: view, run: () => turn(1) },
    { keys: 'PageUp', what: 'Previous page', group: view, run: () => turn(-1) },
    { keys: 'N', what: 'Next comment', group: view, run: () => onPin(1) },
    { keys: 'P', what: 'Previous comment', group: view, run: () => onPin(-1) },
    { keys: 'M', what: 'Show or hide the comments', group: view, run: onPanel },
  ]);
}
