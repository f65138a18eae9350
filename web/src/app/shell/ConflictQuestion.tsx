import { Button, Group, Text } from '@mantine/core';
import type { Change } from '@/api/outboxState';
import { askIn } from '@/ui/dialogs';
import { conflictWords } from './conflictWords';

/** What a user answers. Without an answer the change stays where it is. */
export type ConflictAnswer = 'send' | 'leave' | 'later';

/** Asks whether a change is sent although somebody else changed the same meanwhile (D-288). */
export async function askConflict(change: Change, me: string | undefined): Promise<ConflictAnswer> {
  let chosen: ConflictAnswer = 'later';
  const { question, send } = conflictWords(change, me);
  await askIn({
    title: change.what,
    content: (answer) => {
      const choose = (what: ConflictAnswer) => {
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
