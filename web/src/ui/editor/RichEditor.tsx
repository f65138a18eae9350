import { EditorContent, useEditor, useEditorState } from '@tiptap/react';
import { useEffect, useRef } from 'react';
import { fromPlainText, hasText } from '../RichText';
import classes from './editor.module.css';
import { FormatButtons } from './FormatButtons';
import { starter } from './starter';

export type RichEditorProps = {
  label: string;
  /** The id of the element that describes the expected content. */
  describedBy?: string;
  placeholder?: string;
  /** The initial text as TipTap JSON. Other text is used as it is. */
  initial: string;
  focused?: boolean;
  /** Receives the current text as TipTap JSON; empty when there is none. */
  onChange: (json: string) => void;
};

const extensions = [starter];

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
export default function RichEditor({ label, describedBy, placeholder, initial, focused, onChange }: RichEditorProps) {
  const changed = useRef(onChange);
  useEffect(() => {
    changed.current = onChange;
  });
  const editor = useEditor({
    extensions,
    content: initial ? parsed(initial) : '',
    autofocus: focused ? 'end' : false,
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
      changed.current(hasText(json) ? json : '');
    },
  });
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
