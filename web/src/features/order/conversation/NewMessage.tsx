import { Button } from '@mantine/core';
import { useState } from 'react';
import { useFocusBack } from '@/lib/hooks/useFocusBack';
import { orderGroup } from '@/shared/command/actions';
import { Composer } from '@/shared/threads/message/Composer';
import { useDraft } from '@/shared/threads/message/drafts';
import type { Written } from '@/shared/threads/editor/Editor';
import type { People } from '@/shared/threads/people';
import type { Tab } from '@/shared/threads/threadActions';
import { Icon, useShortcuts } from '@/ui';
import { draftKey, type MessageActions } from './useConversation';

interface Props {
  orderId: string;
  tab: Tab;
  /** Set for those who do not read the internal tab. */
  asks: boolean;
  people: People;
  actions: MessageActions;
}

/** Writes a message. The editor is large, so it opens on demand, or at once for a draft. */
export function NewMessage({ orderId, tab, asks, people, actions }: Props) {
  const draft = useDraft(draftKey(orderId, tab));
  const [initial, setInitial] = useState(draft.first);
  const [open, setOpen] = useState(initial !== '');
  const [busy, setBusy] = useState(false);
  const opener = useFocusBack(open);
  useShortcuts([{ keys: 'M', what: 'Write a message', group: orderGroup, icon: 'edit', run: () => setOpen(true) }]);
  const close = () => {
    draft.drop();
    setInitial('');
    setOpen(false);
  };
  const send = async (written: Written) => {
    setBusy(true);
    const id = await actions.write(written);
    setBusy(false);
    if (id !== null) close();
  };
  const label = {
    public: asks ? 'Write to the design team' : 'Write to the customer',
    internal: 'Write to your team',
  }[tab];
  return open ? (
    <Composer
      label={label}
      placeholder={`${label}, @ mentions somebody`}
      initial={initial}
      people={people}
      busy={busy}
      sendLabel="Send"
      focused
      onSend={(written) => void send(written)}
      onCancel={close}
      onChange={draft.keep}
    />
  ) : (
    <Button
      ref={opener}
      variant="default"
      size="xs"
      style={{ alignSelf: 'flex-start' }}
      leftSection={<Icon name="edit" size={14} />}
      onClick={() => setOpen(true)}
    >
      {label}
    </Button>
  );
}
