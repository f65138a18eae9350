import { Button, Stack } from '@mantine/core';
import { Link } from 'react-router';
import type { Attachment, Order } from '@/api/generated';
import type { Reload } from '@/shared/files/versionLink';
import { proofPath } from '@/shared/proofPath';
import { AttachmentTile } from './AttachmentTile';
import classes from '../order.module.css';

type Props = { order: Order; attachment: Attachment; reload: Reload };

/** The proof that the page is about: large, with what its reader can do about it. */
export function LeadProof({ order, attachment, reload }: Props) {
  return (
    <div className={classes.lead}>
      <AttachmentTile order={order} attachment={attachment} reload={reload} large />
      <Stack gap="xs">
        <Button component={Link} to={proofPath(order.id, attachment.id)} variant="default" fullWidth>
          Open the proof
        </Button>
      </Stack>
    </div>
  );
}
