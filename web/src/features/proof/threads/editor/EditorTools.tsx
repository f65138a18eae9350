import { Button, Tooltip } from '@mantine/core';
import { type Editor, useEditorState } from '@tiptap/react';
import { Icon } from '@/ui';
import classes from '../threads.module.css';

const buttons = [
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
  { label: 'Mention', hint: '@', mark: '', sign: '@', run: (e: Editor) => e.chain().focus().insertContent('@').run() },
];

interface Props {
  editor: Editor;
  sendLabel: string;
  sendable: boolean;
  busy: boolean;
  onSend: () => void;
  onCancel?: () => void;
}

export function EditorTools({ editor, sendLabel, sendable, busy, onSend, onCancel }: Props) {
  const active = useEditorState({
    editor,
    selector: ({ editor: now }) =>
      buttons
        .filter(({ mark }) => mark && now.isActive(mark))
        .map(({ mark }) => mark)
        .join(' '),
  }).split(' ');
  return (
    <div className={classes.tools}>
      {buttons.map(({ label, hint, mark, sign, run }) => (
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
      ))}
      <span className={classes.space} />
      {onCancel && (
        <Button size="compact-sm" variant="subtle" color="gray" onClick={onCancel}>
          Cancel
        </Button>
      )}
      <Tooltip label="Ctrl+Enter">
        <Button size="compact-sm" disabled={!sendable} loading={busy} onClick={onSend}>
          {sendLabel}
        </Button>
      </Tooltip>
    </div>
  );
}
