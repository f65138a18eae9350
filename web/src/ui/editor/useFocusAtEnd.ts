import type { Editor } from '@tiptap/react';
import { useLayoutEffect } from 'react';

/**
 * Puts the caret at the end of an editor's text when the editor appears. Tiptap's own autofocus waits
 * for a frame from the render on. Keys typed until then would be lost, and so would the focus, if
 * React shows the editor after that frame or if users have moved the focus meanwhile.
 */
export function useFocusAtEnd(editor: Editor, focused = false): void {
  useLayoutEffect(() => {
    // An editor that is shown late was destroyed meanwhile. Another one takes its place.
    if (!focused || editor.isDestroyed) return;
    editor.commands.setTextSelection(editor.state.doc.content.size);
    editor.view.focus();
  }, [editor, focused]);
}
