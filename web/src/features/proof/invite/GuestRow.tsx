import { Button } from '@mantine/core';
import { useState } from 'react';
import { type Guest, useRevokeGuestMutation } from '@/api';
import { dateTime } from '@/lib/format/dates';
import { plural } from '@/lib/format/text';
import { toastError, toastSuccess } from '@/shared/command/notify';
import { PersonAvatar } from '@/ui';
import { BusyButton } from '@/ui/fields/BusyButton';
import classes from './invite.module.css';
import { statusWords } from './rules';

function until({ status, expiresAt, revokedAt }: Guest): string {
  if (status === 'revoked') return `on ${dateTime(revokedAt)}`;
  return status === 'expired' ? `on ${dateTime(expiresAt)}` : `until ${dateTime(expiresAt)}`;
}

/**
 * Shows a guest with the state of their invitation. Revoking asks for confirmation in the same
 * place.
 */
export function GuestRow({ orderId, guest }: { orderId: string; guest: Guest }) {
  const [revoke, { isLoading }] = useRevokeGuestMutation();
  const [asking, setAsking] = useState(false);
  const run = async () => {
    try {
      toastSuccess((await revoke({ orderId, guestId: guest.id }).unwrap()).message);
    } catch (error) {
      toastError(error);
    }
    setAsking(false);
  };
  return (
    <li className={classes.guest} data-over={!guest.can.revoke || undefined}>
      <PersonAvatar name={guest.name} size={30} title="" />
      <div className={classes.who}>
        <strong>{guest.name}</strong>
        <span>{guest.email}</span>
        <span>
          <b data-status={guest.status}>{statusWords[guest.status]}</b> {until(guest)} ·{' '}
          {plural(guest.attachmentIds.length, 'file')}
          {guest.withPassword && ' · with a password'} · by {guest.inviter.name}
        </span>
      </div>
      {guest.can.revoke && !asking && (
        <Button
          variant="default"
          size="compact-sm"
          aria-label={`Revoke the invitation of ${guest.name}`}
          onClick={() => setAsking(true)}
        >
          Revoke
        </Button>
      )}
      {guest.can.revoke && asking && (
        <div className={classes.sure} role="group" aria-label={`Revoke the invitation of ${guest.name}?`}>
          <span>The link dies at once.</span>
          <BusyButton size="compact-sm" color="danger" busy={isLoading} data-autofocus onClick={() => void run()}>
            Revoke the link
          </BusyButton>
          <Button variant="default" size="compact-sm" onClick={() => setAsking(false)}>
            Keep
          </Button>
        </div>
      )}
    </li>
  );
}
