import { useState } from 'react';
import { onDemand, useOnDemand } from '@/lib/onDemand';
import { toastNotLoaded } from '@/ui/toast/notLoaded';
import type { EditorProps } from '../editor/Editor';
import { hasText, mentionsIn, readMessage, withTyped } from './message';
import { PlainField } from './PlainField';

const editor = onDemand(() => import('../editor/Editor'));

/** Prefetches the editor before anyone writes. A failure is reported when the editor is needed. */
export function fetchEditor(): void {
  editor.get().catch(() => {});
}

/**
 * The composer. Until its editor has loaded, a plain field takes the input. The editor then takes
 * over the text, and the focus if the field had it.
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
