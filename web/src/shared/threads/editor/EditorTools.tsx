import { Button, Tooltip } from '@mantine/core';
import type { Editor } from '@tiptap/react';
import classes from '@/ui/editor/editor.module.css';
import { type Format, FormatButtons } from '@/ui/editor/FormatButtons';

const mention: Format = {
  label: 'Mention',
  hint: '@',
  mark: '',
  sign: '@',
  run: (e) => e.chain().focus().insertContent('@').run(),
};

interface Props {
  editor: Editor;
  sendLabel: string;
  /** Whether the editor offers mentions. */
  mentions: boolean;
  sendable: boolean;
  busy: boolean;
  onSend: () => void;
  onCancel?: () => void;
}

export function EditorTools({ editor, sendLabel, mentions, sendable, busy, onSend, onCancel }: Props) {
  return (
    <div className={classes.tools}>
      <FormatButtons editor={editor} more={mentions ? [mention] : []} />
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
