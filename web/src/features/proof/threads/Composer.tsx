import { useState } from 'react';
import { onDemand, useOnDemand } from '@/lib/onDemand';
import { toastNotLoaded } from '@/ui/notLoaded';
import type { EditorProps } from './editor/Editor';
import { hasText, mentionsIn, readMessage, withTyped } from './message';
import { PlainField } from './PlainField';

const editor = onDemand(() => import('./editor/Editor'));

/** Fetches the editor before somebody writes. A failure is reported when the editor is wanted. */
export function fetchEditor(): void {
  editor.get().catch(() => {});
}

/**
 * The composer. Until its editor has been fetched, a plain field takes what is typed; the editor then continues with those
 * words and has the focus if the field had it.
 */
export function Composer(props: EditorProps) {
  const { initial, focused, onSend, onChange, ...rest } = props;
  const loaded = useOnDemand(editor, true, toastNotLoaded);
  const [typed, setTyped] = useState('');
  const [inField, setInField] = useState(false);
  const message = withTyped(initial, typed);
  if (loaded) return <loaded.default {...props} initial={message} focused={focused || inField} />;
  return (
    <PlainField
      {...rest}
      focused={focused}
      value={typed}
      sendable={hasText(readMessage(message)) && !props.busy}
      onType={(words) => {
        setTyped(words);
        const written = withTyped(initial, words);
        onChange?.(hasText(readMessage(written)) ? written : '');
      }}
      onFocused={setInField}
      onSend={() => onSend({ message, mentions: mentionsIn(readMessage(message)) })}
    />
  );
}
