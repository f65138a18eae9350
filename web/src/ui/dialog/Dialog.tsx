import { Button, Group, Modal, Text } from '@mantine/core';
import { useMounted } from '@mantine/hooks';
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { CloseGuard, closeQuestion, useGuardedClose } from './closeGuard';
import {
  type ConfirmRequest,
  type ConfirmType,
  type ContentRequest,
  type DialogRequest,
  dialogStore,
  type ListRequest,
} from './dialogs';
import classes from './dialog.module.css';
import { openerOf } from './opener';
import { ReasonPrompt } from './ReasonPrompt';

const buttons: Record<ConfirmType, { accept: string; refuse?: string }> = {
  CONTINUE: { accept: 'Continue' },
  CONTINUECANCEL: { accept: 'Continue', refuse: 'Cancel' },
  YESNO: { accept: 'Yes', refuse: 'No' },
  OK: { accept: 'OK' },
};

type Answer = (value: string | null) => void;
type Asked = { request: DialogRequest | null; answer: (agreed: boolean) => void };

/**
 * The dialog for the questions of `confirm` and `askReason`. Before a typed reason is lost, it asks in
 * a second window: its own request is still open, so `confirm` would wait for it.
 */
export function Dialog({ request }: { request: DialogRequest | null }) {
  const [asked, setAsked] = useState<Asked | null>(null);
  // A request that was answered or withdrawn meanwhile has nothing to ask any more.
  if (asked && asked.request !== request) setAsked(null);
  useEffect(() => (asked ? () => asked.answer(false) : undefined), [asked]);
  const ask = () => new Promise<boolean>((answer) => setAsked({ request, answer }));
  const { hold, close } = useGuardedClose(() => dialogStore.answer(null), ask);
  const answerAsked: Answer = (value) => {
    asked?.answer(value !== null);
    setAsked(null);
  };
  return (
    <>
      <CloseGuard value={hold}>
        <Window request={request} answer={dialogStore.answer} onClose={close} />
      </CloseGuard>
      <Window request={asked && closeQuestion} answer={answerAsked} onClose={() => answerAsked(null)} />
    </>
  );
}

type WindowProps = { request: DialogRequest | null; answer: Answer; onClose: () => void };

function Window({ request, answer, onClose }: WindowProps) {
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
      onClose={onClose}
      title={request?.title}
      size={request?.kind === 'confirm' || request?.kind === 'content' ? 'md' : 'lg'}
      zIndex={400} // Above the dialogs and menus that ask it.
      styles={{ title: { fontWeight: 600, fontSize: 16 } }}
    >
      {request?.kind === 'confirm' && <Confirm request={request} answer={answer} />}
      {request?.kind === 'list' && <List request={request} answer={answer} />}
      {request?.kind === 'content' && <Content request={request} answer={answer} />}
      {request?.kind === 'reason' && <ReasonPrompt request={request} answer={answer} />}
    </Modal>
  );
}

function Content({ request: { content }, answer }: { request: ContentRequest; answer: Answer }) {
  const agree = useCallback((agreed: boolean) => answer(agreed ? '' : null), [answer]);
  return content(agree);
}

function List({ request: { message, items }, answer }: { request: ListRequest; answer: Answer }) {
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
        <Button data-autofocus onClick={() => answer('')}>
          OK
        </Button>
      </Group>
    </>
  );
}

function Confirm({ request, answer }: { request: ConfirmRequest; answer: Answer }) {
  const words = buttons[request.type];
  return (
    <>
      <Text size="sm" c="var(--text-2)">
        {request.message}
      </Text>
      {request.link && (
        <Text size="sm" mt="xs">
          <a href={request.link.to} className={classes.link} onClick={() => answer(null)}>
            {request.link.text}
          </a>
        </Text>
      )}
      <Group justify="flex-end" mt="lg" gap="xs">
        {words.refuse && (
          <Button variant="default" onClick={() => answer(null)}>
            {request.refuse ?? words.refuse}
          </Button>
        )}
        <Button data-autofocus color={request.danger ? 'danger' : undefined} onClick={() => answer('')}>
          {request.accept ?? words.accept}
        </Button>
      </Group>
    </>
  );
}
