import { Button, Group, Text } from '@mantine/core';
import { useEffect, useEffectEvent } from 'react';
import { useApiDispatch, useSession } from '@/api/hooks';
import { sendAllTheSame, withdraw } from '@/api/outbox/outbox';
import { answerPostponed, type Change } from '@/api/outbox/outboxState';
import { withdraw as close } from '@/ui';
import { askIn } from '@/ui/dialog/dialogs';
import { conflictWords } from './conflictWords';

/** What a user answers. Without an answer the change stays where it is. */
type Answer = 'send' | 'leave' | 'later';

/** Asks whether a change is sent although somebody else changed the same meanwhile (D-288). */
async function ask(change: Change, me: string | undefined): Promise<Answer> {
  let chosen: Answer = 'later';
  const { question, send } = conflictWords(change, me);
  await askIn({
    title: change.what,
    content: (answer) => {
      const choose = (what: Answer) => {
        chosen = what;
        answer(true);
      };
      return (
        <>
          <Text size="sm" c="var(--text-2)">
            {question}
          </Text>
          <Group justify="flex-end" mt="lg" gap="xs">
            <Button variant="default" onClick={() => choose('leave')}>
              Leave it
            </Button>
            <Button data-autofocus onClick={() => choose('send')}>
              {send}
            </Button>
          </Group>
        </>
      );
    },
  });
  return chosen;
}

/**
 * Asks about a change that met a conflict. A question that is closed without an answer waits until the user opens it
 * again, also after a reload. One that was answered in another window closes. Give it the key of the change.
 */
export function Conflict({ change }: { change: Change }) {
  const dispatch = useApiDispatch();
  const { userId } = useSession();
  const begin = useEffectEvent(async (isCurrent: () => boolean) => {
    const answer = await ask(change, userId ?? undefined);
    if (!isCurrent()) return;
    if (answer === 'later') dispatch(answerPostponed(change.key));
    else dispatch(answer === 'send' ? sendAllTheSame(change) : withdraw(change.key));
  });
  const end = useEffectEvent(() => close(change.what));
  useEffect(() => {
    let current = true;
    void begin(() => current);
    return () => {
      current = false;
      end();
    };
  }, []);
  return null;
}
