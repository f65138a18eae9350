import { useState } from 'react';
import { encode, type Mark, type Size } from '../../engine';
import { Composer } from '@/shared/threads/message/Composer';
import { drafts } from '@/shared/threads/message/drafts';
import type { Written } from '@/shared/threads/editor/Editor';
import type { People } from '@/shared/threads/people';
import classes from '../threads.module.css';
import type { TopicActions } from '../useTopicActions';

interface Props {
  mark: Mark;
  size: Size;
  scale: number;
  draftKey: string;
  module: string | undefined;
  people: People;
  actions: TopicActions;
  onSending: (sending: boolean) => void;
  onSaved: (topicId: string) => void;
  onClose: () => void;
}

const text = (mark: Mark, size: Size, scale: number) => JSON.stringify(encode(mark, size, scale));

/**
 * The comment that turns a mark into a topic. Drawing elsewhere moves the mark and keeps the text.
 */
export function MarkComposer({
  mark,
  size,
  scale,
  draftKey,
  module,
  people,
  actions,
  onSending,
  onSaved,
  onClose,
}: Props) {
  const key = `mark:${draftKey}`;
  const [initial] = useState(() => drafts.read(key)?.message ?? '');
  const [busy, setBusy] = useState(false);
  const unsaved = (message: string) =>
    JSON.stringify({ ...encode(mark, size, scale), isUnsaved: true, unsavedComment: message });
  const close = () => {
    drafts.drop(key);
    onClose();
  };
  const send = async (written: Written) => {
    setBusy(true);
    onSending(true);
    const id = await actions.open(written, text(mark, size, scale), module);
    setBusy(false);
    onSending(false);
    if (id === null) return;
    drafts.drop(key);
    onSaved(id);
  };
  return (
    <div className={classes.tooltip}>
      <Composer
        label="New comment"
        placeholder={people.nobody ? 'Say what should change' : 'Say what should change, @ mentions somebody'}
        initial={initial}
        people={people}
        busy={busy}
        sendLabel="Comment"
        focused
        onSend={(written) => void send(written)}
        onCancel={close}
        onChange={(message) =>
          message ? drafts.write(key, { message, annotation: unsaved(message) }) : drafts.drop(key)
        }
      />
    </div>
  );
}
