import { Button, Group } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { useApiDispatch } from '@/api/hooks';
import type { Change } from '@/api/outbox/outboxState';
import { sender } from '@/api/request/sender';
import { statusLabel } from '@/lib/format/status';
import { Icon, toastNotLoaded } from '@/ui';

type Props = {
  /** Nothing shows without a change. Mount it nevertheless, so that the focus can move to it. */
  change: Change | undefined;
  /** What the change is called here, in place of its own words. */
  label?: string;
};

/** Returns what a queued change is called beside its order. */
const wordsOf = ({ act, move, what }: Change): string =>
  act?.label ?? (move ? `Move to ${statusLabel(move.status)}` : what);

/** Whether the focus was lost with a button that was removed or disabled. */
const focusLost = () => document.activeElement === document.body || document.activeElement?.matches(':disabled');

/**
 * Says that a change of what is on the screen waits for the connection, or for its user's answer, and lets them take it
 * back (BY-036). It replaces or disables the button that was pressed, so it takes its focus.
 */
export function WaitingChange({ change, label }: Props) {
  const dispatch = useApiDispatch();
  const button = useRef<HTMLButtonElement>(null);
  const before = useRef(change);
  useEffect(() => {
    if (change && !before.current && focusLost()) button.current?.focus();
    before.current = change;
  }, [change]);

  if (!change) return null;
  const takeBack = async () => {
    const beside = button.current?.parentElement?.parentElement;
    const loaded = await sender.get().catch(toastNotLoaded);
    if (!loaded) return;
    dispatch(loaded.withdraw(change.key));
    requestAnimationFrame(() => beside?.querySelector<HTMLElement>('button:enabled')?.focus());
  };
  return (
    <Group component="span" gap={6} display="inline-flex" c="var(--text-2)" fz={13} role="status">
      <Icon name="clock" size={13} />
      <span>
        <strong>{label ?? wordsOf(change)}</strong>: {change.conflict ? 'needs your answer' : 'not sent yet'}
      </span>
      <Button ref={button} size="compact-xs" variant="default" onClick={() => void takeBack()}>
        Take it back
      </Button>
    </Group>
  );
}
