import { Skeleton, Stack } from '@mantine/core';
import { useState } from 'react';
import { useGuestsQuery } from '@/api';
import { apiError, sentence } from '@/api/request/envelope';
import { EmptyState, ErrorState } from '@/ui';
import { GuestRow } from './GuestRow';
import classes from './invite.module.css';
import { InviteForm } from './InviteForm';
import { type Link, LinkOnce } from './LinkOnce';

interface Props {
  orderId: string;
  attachmentId: string;
}

/** Invites a guest and lists the invited guests. */
export default function GuestsDialog({ orderId, attachmentId }: Props) {
  const { data, error, refetch } = useGuestsQuery({ orderId }, { refetchOnMountOrArgChange: true });
  const [link, setLink] = useState<Link | null>(null);
  if (error && !data) return <ErrorState small message={sentence(apiError(error))} onRetry={() => void refetch()} />;
  if (!data) {
    return (
      <div role="status" aria-label="Loading the guests">
        <Skeleton height={260} />
      </div>
    );
  }
  const { guests, attachments, can } = data.data;
  return (
    <>
      {link && <LinkOnce link={link} onDone={() => setLink(null)} />}
      {!link && can.invite && attachments.length > 0 && (
        <InviteForm orderId={orderId} attachments={attachments} first={attachmentId} onInvited={setLink} />
      )}
      {!link && (!can.invite || attachments.length === 0) && (
        <p className={classes.why}>
          {can.invite
            ? 'Guests review files of orders that are in review, approved or completed. There is none to show them now.'
            : 'Nobody can be invited to this order now.'}
        </p>
      )}
      <h3 className={classes.heading}>Invited</h3>
      {guests.length === 0 && <EmptyState small title="Nobody was invited yet" icon="users" />}
      <Stack component="ul" gap={0} p={0} aria-label="Invited guests">
        {guests.map((guest) => (
          <GuestRow key={guest.id} orderId={orderId} guest={guest} />
        ))}
      </Stack>
    </>
  );
}
