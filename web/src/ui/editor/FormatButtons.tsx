import { Tooltip } from '@mantine/core';
import { type Editor, useEditorState } from '@tiptap/react';
import type { ReactNode } from 'react';
import { Icon } from '../icons';
import classes from './editor.module.css';

export type Format = { label: string; hint: string; mark: string; sign: ReactNode; run: (editor: Editor) => void };

const formats: Format[] = [
  {
    label: 'Bold',
    hint: 'Ctrl+B',
    mark: 'bold',
    sign: <b>B</b>,
    run: (e: Editor) => e.chain().focus().toggleBold().run(),
  },
  {
    label: 'Italic',
    hint: 'Ctrl+I',
    mark: 'italic',
    sign: <i>I</i>,
    run: (e: Editor) => e.chain().focus().toggleItalic().run(),
  },
  {
    label: 'Strikethrough',
    hint: 'Ctrl+Shift+S',
    mark: 'strike',
    sign: <s>S</s>,
    run: (e: Editor) => e.chain().focus().toggleStrike().run(),
  },
  {
    label: 'List',
    hint: 'Ctrl+Shift+8',
    mark: 'bulletList',
    sign: <Icon name="list" size={15} />,
    run: (e: Editor) => e.chain().focus().toggleBulletList().run(),
  },
];

/** The buttons that format the selection, followed by `more`. */
export function FormatButtons({ editor, more = [] }: { editor: Editor; more?: Format[] }) {
  const active = useEditorState({
    editor,
    selector: ({ editor: now }) =>
      formats
        .filter(({ mark }) => now.isActive(mark))
        .map(({ mark }) => mark)
        .join(' '),
  }).split(' ');
  return [...formats, ...more].map(({ label, hint, mark, sign, run }) => (
    <Tooltip key={label} label={`${label} (${hint})`}>
      <button
        type="button"
        className={classes.format}
        aria-label={label}
        aria-pressed={mark ? active.includes(mark) : undefined}
        onPointerDown={(event) => event.preventDefault()}
        onClick={() => run(editor)}
      >
        {sign}
      </button>
    </Tooltip>
  ));
}
