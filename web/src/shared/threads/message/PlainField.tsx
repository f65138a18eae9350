import { Button } from '@mantine/core';
import type { KeyboardEvent } from 'react';
import { focusOnMount } from '@/lib/hooks/focusOnMount';
import editorClasses from '@/ui/editor/editor.module.css';
import classes from '../threads.module.css';

interface Props {
  label: string;
  placeholder: string;
  value: string;
  busy: boolean;
  sendLabel: string;
  sendable: boolean;
  focused?: boolean;
  onType: (words: string) => void;
  onFocused: (focused: boolean) => void;
  onSend: () => void;
  onCancel?: () => void;
}

/**
 * Takes the text of a comment while the editor loads. It has the editor's size, so that nothing
 * moves afterwards.
 */
export function PlainField(props: Props) {
  const { label, placeholder, value, busy, sendLabel, sendable, focused, onType, onFocused, onSend, onCancel } = props;
  const onKeyDown = (event: KeyboardEvent) => {
    const sends = event.key === 'Enter' && (event.ctrlKey || event.metaKey);
    if (sends && sendable) onSend();
    else if (event.key === 'Escape' && onCancel) onCancel();
    else if (!sends) return;
    event.preventDefault();
  };
  return (
    <div className={`${editorClasses.editor} ${classes.editor}`}>
      <textarea
        ref={focused ? focusOnMount : undefined}
        className={`${editorClasses.input} ${classes.plain}`}
        aria-label={label}
        placeholder={placeholder}
        value={value}
        readOnly={busy}
        onChange={(event) => onType(event.currentTarget.value)}
        onKeyDown={onKeyDown}
        onFocus={() => onFocused(true)}
        onBlur={() => onFocused(false)}
      />
      <div className={editorClasses.tools}>
        <span className={editorClasses.space} />
        {onCancel && (
          <Button size="compact-sm" variant="subtle" color="gray" onClick={onCancel}>
            Cancel
          </Button>
        )}
        <Button size="compact-sm" disabled={!sendable} loading={busy} onClick={onSend}>
          {sendLabel}
        </Button>
      </div>
    </div>
  );
}
