import { Button, Group, Modal, Text } from '@mantine/core';
import { useSyncExternalStore } from 'react';
import { type ConfirmRequest, type ConfirmType, dialogStore } from './dialogs';
import { ReasonPrompt } from './ReasonPrompt';

const buttons: Record<ConfirmType, { accept: string; refuse?: string }> = {
  CONTINUE: { accept: 'Continue' },
  CONTINUECANCEL: { accept: 'Continue', refuse: 'Cancel' },
  YESNO: { accept: 'Yes', refuse: 'No' },
  OK: { accept: 'OK' },
};

/** Draws whatever `confirm` and `askReason` ask; mounted once. */
export function DialogHost() {
  const request = useSyncExternalStore(dialogStore.subscribe, dialogStore.current);
  const close = () => dialogStore.answer(null);
  return (
    <Modal
      opened={request !== null}
      onClose={close}
      title={request?.title}
      size={request?.kind === 'reason' ? 'lg' : 'md'}
      styles={{ title: { fontWeight: 600, fontSize: 16 } }}
    >
      {request?.kind === 'confirm' && <Confirm request={request} />}
      {request?.kind === 'reason' && <ReasonPrompt request={request} answer={dialogStore.answer} />}
    </Modal>
  );
}

function Confirm({ request }: { request: ConfirmRequest }) {
  const words = buttons[request.type];
  return (
    <>
      <Text size="sm" c="var(--text-2)">
        {request.message}
      </Text>
      <Group justify="flex-end" mt="lg" gap="xs">
        {words.refuse && (
          <Button variant="default" onClick={() => dialogStore.answer(null)}>
            {words.refuse}
          </Button>
        )}
        <Button data-autofocus color={request.danger ? 'danger' : undefined} onClick={() => dialogStore.answer('')}>
          {request.accept ?? words.accept}
        </Button>
      </Group>
    </>
  );
}
