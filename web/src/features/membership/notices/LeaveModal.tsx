import { Button, Group, Modal, Stack } from '@mantine/core';
import { useMounted } from '@mantine/hooks';
import type { ProfileMembership } from '@/api/generated';
import { useAbility } from '@/api/hooks';
import { BusyButton } from '@/ui/fields/BusyButton';
import { onLeaveForOthers } from './notices';
import { useMembershipActions } from '../useMembershipActions';

type Props = { plan: ProfileMembership; onClose: () => void };

/** Says until when the subscription is on leave. People with the permission can end the leave (BD-415..BD-418). */
export function LeaveModal({ plan, onClose }: Props) {
  const mounted = useMounted(); // A dialog returns the focus only if it opens after it was mounted.
  const mayEnd = useAbility('subscription-leave', 'update');
  const { busy, reactivate } = useMembershipActions();
  const until = plan.onSubscriptionLeaveReactivationDateFormat;
  const end = async () => {
    if (await reactivate(plan.type === 'paid')) onClose();
  };
  return (
    <Modal
      opened={mounted}
      onClose={onClose}
      title="Your subscription is on leave"
      styles={{ title: { fontWeight: 600, fontSize: 16 } }}
    >
      <Stack gap={8} fz={14} c="var(--text-2)">
        {mayEnd ? <p>Your data is kept, nothing is billed, and no new orders begin.</p> : <p>{onLeaveForOthers}</p>}
        {until && <p>It becomes active again on {until}.</p>}
      </Stack>
      <Group justify="flex-end" mt="lg" gap="xs">
        <Button data-autofocus variant={mayEnd ? 'default' : 'filled'} onClick={onClose}>
          {mayEnd ? 'Not now' : 'OK'}
        </Button>
        {mayEnd && (
          <BusyButton busy={busy} onClick={() => void end()}>
            Reactivate now
          </BusyButton>
        )}
      </Group>
    </Modal>
  );
}
