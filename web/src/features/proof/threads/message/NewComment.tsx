import { Button } from '@mantine/core';
import { useState } from 'react';
import { useFocusBack } from '@/lib/hooks/useFocusBack';
import { Icon } from '@/ui';
import { Composer } from '@/shared/threads/message/Composer';
import { drafts } from '@/shared/threads/message/drafts';
import type { Written } from '@/shared/threads/editor/Editor';
import type { People } from '@/shared/threads/people';
import classes from '../threads.module.css';
import type { TopicActions } from '../useTopicActions';

interface Props {
  draftKey: string;
  people: People;
  actions: TopicActions;
  onOpenTopic: (id: string) => void;
}

/** A comment on the whole file, without a mark. */
export function NewComment({ draftKey, people, actions, onOpenTopic }: Props) {
  const key = `file:${draftKey}`;
  const [initial] = useState(() => drafts.read(key)?.message ?? '');
  const [open, setOpen] = useState(initial !== '');
  const [busy, setBusy] = useState(false);
  const opener = useFocusBack(open);
  const close = () => {
    drafts.drop(key);
    setOpen(false);
  };
  const send = async (written: Written) => {
    setBusy(true);
    const id = await actions.open(written, '', undefined);
    setBusy(false);
    if (id === null) return;
    close();
    onOpenTopic(id);
  };
  return (
    <footer className={classes.new}>
      {open ? (
        <Composer
          label="Comment on the whole file"
          placeholder="Comment on the whole file"
          initial={initial}
          people={people}
          busy={busy}
          sendLabel="Comment"
          focused
          onSend={(written) => void send(written)}
          onCancel={close}
          onChange={(message) => (message ? drafts.write(key, { message }) : drafts.drop(key))}
        />
      ) : (
        <Button
          ref={opener}
          fullWidth
          variant="default"
          size="xs"
          leftSection={<Icon name="plus" size={14} />}
          onClick={() => setOpen(true)}
        >
          Comment on the whole file
        </Button>
      )}
    </footer>
  );
}
