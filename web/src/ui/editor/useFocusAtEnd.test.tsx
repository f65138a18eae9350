import { renderHook } from '@testing-library/react';
import { Editor } from '@tiptap/react';
import { expect, test } from 'vitest';
import { starter } from './starter';
import { useFocusAtEnd } from './useFocusAtEnd';

test('the caret is at the end of the text when the editor appears; a destroyed editor is left alone', () => {
  const element = document.body.appendChild(document.createElement('div'));
  const editor = new Editor({ element, extensions: [starter], content: '<p>Gold foil</p>' });
  renderHook(() => useFocusAtEnd(editor));
  expect(document.body).toHaveFocus();
  renderHook(() => useFocusAtEnd(editor, true));
  expect(editor.view.dom).toHaveFocus();
  expect(editor.state.selection.from).toBe(editor.state.doc.content.size - 1);
  editor.destroy();
  expect(() => renderHook(() => useFocusAtEnd(editor, true))).not.toThrow();
  element.remove();
});
