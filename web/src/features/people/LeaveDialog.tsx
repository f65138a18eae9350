import { Button, Group, Modal, Stack } from '@mantine/core';
import { useChangePersonMutation, type PersonDetail, useRemovePersonMutation } from '@/api/people';
import { Refusal } from '@/shared/accounts/forms/Refusal';
import { toastSuccess } from '@/shared/command/notify';
import { BusyButton } from '@/ui/fields/BusyButton';
import { useReturnedFocus } from '@/ui/dialog/opener';
import { HandOver } from './HandOver';
import { hasWork, nameOf, workInWords } from './person';
import classes from './person.module.css';

export type Leaving = 'deactivate' | 'remove' | 'withdraw';

type Words = { title: string; text: string; accept: string; done: string };

function wordsOf(leaving: Leaving, name: string): Words {
  switch (leaving) {
    case 'deactivate':
      return {
        title: `Deactivate ${name}?`,
        text: `${name} is signed out everywhere and cannot sign in again until somebody reactivates them.`,
        accept: 'Deactivate',
        done: `${name} is deactivated.`,
      };
    case 'remove':
      return {
        title: `Remove ${name}?`,
        text: `${name} is removed for good: they cannot sign in any more, and nobody can bring them back. What they did stays in the history of the orders.`,
        accept: 'Remove for good',
        done: `${name} is removed.`,
      };
    case 'withdraw':
      return {
        title: `Withdraw the invitation of ${name}?`,
        text: `${name} is removed for good: the link in their mail stops working.`,
        accept: 'Withdraw',
        done: `The invitation of ${name} is withdrawn.`,
      };
  }
}

type Props = { detail: PersonDetail; leaving: Leaving; onClose: () => void; onLeft: () => void };

/** Asks before a person is deactivated or removed. It first offers to hand their work over. */
export function LeaveDialog({ detail, leaving, onClose, onLeft }: Props) {
  const { person } = detail;
  const words = wordsOf(leaving, nameOf(person));
  const [change, changing] = useChangePersonMutation();
  const [remove, removing] = useRemovePersonMutation();
  const busy = changing.isLoading || removing.isLoading;
  useReturnedFocus();
  const working = hasWork(detail);

  const leave = async () => {
    const personId = person.id;
    const { error } =
      leaving === 'deactivate'
        ? await change({ personId, personChange: { active: false } })
        : await remove({ personId });
    if (error) return;
    toastSuccess(words.done);
    onLeft();
  };

  return (
    <Modal
      opened
      onClose={onClose}
      title={words.title}
      size="lg"
      styles={{ title: { fontWeight: 600, fontSize: 16, overflowWrap: 'anywhere' } }}
    >
      <Stack gap={14} fz={14}>
        <p>{words.text}</p>
        {working && (
          <div>
            <p className={classes.note} role="note">
              {nameOf(person)} {workInWords(detail)}. Hand this work over first, so that it does not wait.
            </p>
            <HandOver detail={detail} />
          </div>
        )}
        <Refusal error={changing.error ?? removing.error} />
        <Group gap={8} align="stretch" justify="flex-end">
          <Button variant="default" data-autofocus onClick={onClose}>
            Cancel
          </Button>
          <BusyButton color="danger" busy={busy} onClick={() => void leave()}>
            {working ? `${words.accept} without handing over` : words.accept}
          </BusyButton>
        </Group>
      </Stack>
    </Modal>
  );
}
