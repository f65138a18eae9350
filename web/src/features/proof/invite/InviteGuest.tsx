import { Button, Skeleton } from '@mantine/core';
import { useMounted } from '@mantine/hooks';
import { lazy, Suspense, useState } from 'react';
import { useAbility } from '@/api/hooks';
import { FormDialog } from '@/shared/form/FormDialog';
import { Icon, useShortcuts } from '@/ui';

const GuestsDialog = lazy(() => import('./GuestsDialog'));

interface Props {
  orderId: string;
  attachmentId: string;
}

/**
 * Invites a person without an account to review. It shows for users who may invite guests (SH-097,
 * SH-099).
 */
export function InviteGuest({ orderId, attachmentId }: Props) {
  const able = useAbility('invite-guest-reviewer', 'create');
  const mounted = useMounted(); // A dialog returns the focus only if it opens after it was mounted.
  const [opened, setOpened] = useState(false);
  const invite = () => setOpened(true);
  useShortcuts(able ? [{ what: 'Invite guest', icon: 'users', group: 'Viewing the proof', run: invite }] : []);
  if (!able) return null;
  return (
    <>
      <Button size="xs" variant="default" leftSection={<Icon name="users" size={14} />} onClick={invite}>
        Invite guest
      </Button>
      <FormDialog opened={mounted && opened} onClose={() => setOpened(false)} title="Guests" size="lg">
        <Suspense fallback={<Skeleton height={260} />}>
          <GuestsDialog orderId={orderId} attachmentId={attachmentId} />
        </Suspense>
      </FormDialog>
    </>
  );
}
