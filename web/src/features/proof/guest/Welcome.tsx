import { Button, Modal } from '@mantine/core';
import { useEffect, useState } from 'react';
import type { GuestData } from '@/api';
import { PersonAvatar } from '@/ui';
import classes from './guest.module.css';

/** The delay of the welcome after the proof shows, in ms (SH-312). */
export const welcomeAfterMs = 500;

/** Shows the person who asks for the review, with their message. */
export function Welcome({ data }: { data: GuestData }) {
  const [open, setOpen] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setOpen(true), welcomeAfterMs);
    return () => clearTimeout(timer);
  }, []);
  const { inviter, guestName, guestMessage, orderName } = data;
  return (
    <Modal
      opened={open}
      onClose={() => setOpen(false)}
      title={`Welcome, ${guestName}`}
      size="md"
      styles={{ title: { fontWeight: 600, fontSize: 16 } }}
    >
      <div className={classes.welcome}>
        <PersonAvatar name={inviter.name} image={inviter.avatar} size={44} />
        <div>
          <strong>{inviter.name}</strong>
          <p>asks you to review &ldquo;{orderName}&rdquo;.</p>
          {guestMessage && <p className={classes.message}>{guestMessage}</p>}
        </div>
      </div>
      <Button data-autofocus fullWidth mt="lg" onClick={() => setOpen(false)}>
        Got it!
      </Button>
    </Modal>
  );
}
