import { fireEvent, renderHook } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import type { Markup } from '../../markup';
import type { Viewer } from '../../viewer/useViewer';
import { useProofShortcuts } from './useProofShortcuts';

test('Ctrl+Z undoes; Ctrl+Y and Ctrl+Shift+Z redo', () => {
  const dispatch = vi.fn<Markup['dispatch']>();
  const nothing = () => {};
  const zoom = { scale: 1, to: nothing, in: nothing, out: nothing };
  const markup = { dispatch, state: {}, unsaved: null } as unknown as Markup;
  const viewer = { zoom, rotate: nothing, fitAll: nothing, goTo: nothing, page: 1, pages: [] } as unknown as Viewer;
  renderHook(() => useProofShortcuts({ markup, viewer, onPin: nothing, onPanel: nothing }));
  const press = (key: string, shiftKey = false) => {
    dispatch.mockClear();
    fireEvent.keyDown(document.body, { key, ctrlKey: true, shiftKey });
    return dispatch.mock.calls.map(([event]) => event.type);
  };
  expect([press('z'), press('y'), press('Z', true)]).toEqual([['undo'], ['redo'], ['redo']]);
});
