import { Button, Group, Modal, Text } from '@mantine/core';
import { useMounted } from '@mantine/hooks';
import { useLayoutEffect, useRef } from 'react';
import { type ConfirmRequest, type ConfirmType, type DialogRequest, dialogStore, type ListRequest } from './dialogs';
import classes from './dialog.module.css';
import { ReasonPrompt } from './ReasonPrompt';

const buttons: Record<ConfirmType, { accept: string; refuse?: string }> = {
  CONTINUE: { accept: 'Continue' },
  CONTINUECANCEL: { accept: 'Continue', refuse: 'Cancel' },
  YESNO: { accept: 'Yes', refuse: 'No' },
  OK: { accept: 'OK' },
};

/**
 * Returns the element that opened a dialog. For a menu item, which no longer exists, it is the
 * button of the menu.
 */
function openerOf(element: Element | null): HTMLElement | null {
  const menu = element?.closest('[role="menu"]');
  const opener = menu ? document.getElementById(menu.getAttribute('aria-labelledby') ?? '') : element;
  return opener instanceof HTMLElement ? opener : null;
}

/** The dialog for the questions of `confirm` and `askReason`. */
export function Dialog({ request }: { request: DialogRequest | null }) {
  const mounted = useMounted(); // A dialog returns the focus only if it opens after it was mounted.
  const open = request !== null;
  const opener = useRef<HTMLElement | null>(null);
  useLayoutEffect(() => {
    if (open) opener.current = openerOf(document.activeElement);
    else opener.current?.focus();
  }, [open]);
  return (
    <Modal
      opened={mounted && open}
      returnFocus={false} // It would return the focus to a menu item that is about to be removed.
      onExitTransitionEnd={() => {
        if (document.activeElement === document.body) opener.current?.focus();
      }}
      onClose={() => dialogStore.answer(null)}
      title={request?.title}
      size={request?.kind === 'confirm' ? 'md' : 'lg'}
      zIndex={400} // Above the dialogs and menus that ask it.
      styles={{ title: { fontWeight: 600, fontSize: 16 } }}
    >
      {request?.kind === 'confirm' && <Confirm request={request} />}
      {request?.kind === 'list' && <List request={request} />}
      {request?.kind === 'reason' && <ReasonPrompt request={request} answer={dialogStore.answer} />}
    </Modal>
  );
}

function List({ request: { message, items } }: { request: ListRequest }) {
  return (
    <>
      {message && (
        <Text size="sm" c="var(--text-2)">
          {message}
        </Text>
      )}
      {/* A long list scrolls, which must also be possible with the keyboard. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <ul className={classes.list} tabIndex={0} aria-label="Refused">
        {items.map(({ title, text }, index) => (
          <li key={index}>
            <strong>{title}</strong>
            <span>{text}</span>
          </li>
        ))}
      </ul>
      <Group justify="flex-end" mt="lg">
        <Button data-autofocus onClick={() => dialogStore.answer('')}>
          OK
        </Button>
      </Group>
    </>
  );
}

function Confirm({ request }: { request: ConfirmRequest }) {
  const words = buttons[request.type];
  return (
    <>
      <Text size="sm" c="var(--text-2)">
        {request.message}
      </Text>
      {request.link && (
        <Text size="sm" mt="xs">
          <a href={request.link.to} className={classes.link} onClick={() => dialogStore.answer(null)}>
            {request.link.text}
          </a>
        </Text>
      )}
      <Group justify="flex-end" mt="lg" gap="xs">
        {words.refuse && (
          <Button variant="default" onClick={() => dialogStore.answer(null)}>
            {request.refuse ?? words.refuse}
          </Button>
        )}
        <Button data-autofocus color={request.danger ? 'danger' : undefined} onClick={() => dialogStore.answer('')}>
          {request.accept ?? words.accept}
        </Button>
      </Group>
    </>
  );
}
