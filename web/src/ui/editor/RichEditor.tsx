import { EditorContent, useEditor, useEditorState } from '@tiptap/react';
import { useEffect, useRef } from 'react';
import { fromPlainText, hasText } from '../content/RichText';
import classes from './editor.module.css';
import { FormatButtons } from './FormatButtons';
import { plain, starter } from './starter';
import { useFocusAtEnd } from './useFocusAtEnd';

export type RichEditorProps = {
  label: string;
  /** The id of the element that describes the expected content. */
  describedBy?: string;
  placeholder?: string;
  /** Reads and writes HTML in place of TipTap JSON, with emphasis, lists and links only. */
  html?: boolean;
  /** The initial text as TipTap JSON. Other text is used as it is. */
  initial: string;
  focused?: boolean;
  /** Receives the current text in the same form; empty when there is none. */
  onChange: (text: string) => void;
};

const extensions = [starter];
const htmlExtensions = [plain];

function parsed(json: string): object | string {
  try {
    const value: unknown = JSON.parse(json || fromPlainText(''));
    return typeof value === 'object' && value !== null ? value : '';
  } catch {
    return JSON.parse(fromPlainText(json)) as object;
  }
}

/**
 * A rich-text editor without sending and mentions. It has its own chunk, because TipTap is large.
 */
export default function RichEditor({
  label,
  describedBy,
  placeholder,
  html = false,
  initial,
  focused,
  onChange,
}: RichEditorProps) {
  const changed = useRef(onChange);
  useEffect(() => {
    changed.current = onChange;
  });
  const editor = useEditor({
    extensions: html ? htmlExtensions : extensions,
    content: initial && !html ? parsed(initial) : initial,
    editorProps: {
      attributes: {
        'aria-label': label,
        'aria-multiline': 'true',
        ...(describedBy && { 'aria-describedby': describedBy }),
        role: 'textbox',
        class: `${classes.input ?? ''} ${classes.tall ?? ''}`,
      },
    },
    onUpdate: ({ editor: now }) => {
      const json = JSON.stringify(now.getJSON());
      const text = html ? now.getHTML() : json;
      changed.current(hasText(json) ? text : '');
    },
  });
  useFocusAtEnd(editor, focused);
  const blank = useEditorState({ editor, selector: ({ editor: now }) => now.isEmpty });
  return (
    <div className={classes.editor} data-empty={blank || undefined} data-placeholder={placeholder}>
      <EditorContent editor={editor} />
      <div className={classes.tools}>
        <FormatButtons editor={editor} />
      </div>
    </div>
  );
}
