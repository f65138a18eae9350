import { Button, Stack } from '@mantine/core';
import { Link } from 'react-router';
import type { Attachment, Order, Version } from '@/api/generated';
import { DecisionBar } from '@/shared/approvals/DecisionBar';
import { useCertificate } from '@/shared/files/useCertificate';
import { BusyButton } from '@/ui/fields/BusyButton';
import type { Reload } from '@/shared/files/versionLink';
import { proofPath } from '@/shared/proofPath';
import { AttachmentTile } from './AttachmentTile';
import classes from '../order.module.css';

type Props = { order: Order; attachment: Attachment; reload: Reload };

/** The proof that the page is about: large, with what its reader can do about it. */
export function LeadProof({ order, attachment, reload }: Props) {
  const newest = attachment.versions[0];
  return (
    <div className={classes.lead}>
      <AttachmentTile order={order} attachment={attachment} reload={reload} large />
      <Stack gap="xs">
        <DecisionBar className={classes.decide} order={order} attachment={attachment} beside />
        <Button component={Link} to={proofPath(order.id, attachment.id)} variant="default" fullWidth>
          Open the proof
        </Button>
        {newest?.can.certificate && <Certificate orderId={order.id} attachmentId={attachment.id} version={newest} />}
      </Stack>
    </div>
  );
}

function Certificate({ version, ...of }: { orderId: string; attachmentId: string; version: Version }) {
  const { download, busy } = useCertificate(of.orderId, of.attachmentId, version);
  return (
    <BusyButton variant="default" fullWidth busy={busy} onClick={() => download('pdf')}>
      Certificate
    </BusyButton>
  );
}
