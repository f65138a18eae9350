import { Button } from '@mantine/core';
import { type Attachment, type Order, useDecideVersionMutation, useRequestReviewMutation, type Version } from '@/api';
import { toastError, toastSuccess } from '@/shared/notify';
import { Icon } from '@/ui';
import { idle } from '../idle';
import { CertificateMenu } from './CertificateMenu';
import classes from './screen.module.css';
import { decideRestMs, useCooldown } from './useCooldown';
import { useOffered } from './useOffered';

const decisions = {
  Approved: { label: 'Approve', done: 'The attachment file approved' },
  Revise: { label: 'Revise', done: 'The attachment file revised' },
} as const;

interface Props {
  order: Order;
  attachment: Attachment;
  version: Version;
}

/**
 * Approve, Revise, request review and the certificate: what the caller may do with this version,
 * each in a fixed place.
 */
export function VersionActions({ order, attachment, version }: Props) {
  const [decide] = useDecideVersionMutation();
  const [request, requesting] = useRequestReviewMutation();
  const [decided, restDecisions] = useCooldown(decideRestMs);
  const at = { orderId: order.id, attachmentId: attachment.id };

  const settle = async (call: Promise<unknown>, done: string) => {
    try {
      await call;
      toastSuccess(done);
    } catch (error) {
      toastError(error);
    }
  };
  const decideFor = (content: 'Approved' | 'Revise') => {
    restDecisions();
    const decision = { timelineType: 'history' as const, content, attachmentVersionId: version.id };
    return settle(decide({ ...at, decision }).unwrap(), decisions[content].done);
  };
  const ask = async () => {
    try {
      toastSuccess((await request(at).unwrap()).message);
    } catch (error) {
      toastError(error);
    }
  };

  const may = { Approved: version.can.approve, Revise: version.can.revise };
  const decides = useOffered([may.Approved || may.Revise]).includes(true);
  const requests = useOffered([attachment.can.requestReview]).includes(true);
  const busy = requesting.isLoading || !attachment.can.requestReview;
  return (
    <>
      {decides && (
        <span className={classes.deciding}>
          {(['Approved', 'Revise'] as const).map((content) => (
            <Button
              key={content}
              size="xs"
              variant={content === 'Approved' ? 'filled' : 'default'}
              leftSection={<Icon name={content === 'Approved' ? 'check' : 'refresh'} size={14} />}
              disabled={decided || !may[content]}
              onClick={() => void decideFor(content)}
            >
              {decisions[content].label}
            </Button>
          ))}
        </span>
      )}
      {requests && (
        <Button size="xs" variant="default" {...idle(busy)} onClick={() => busy || void ask()}>
          Request CM review
        </Button>
      )}
      <CertificateMenu orderId={order.id} attachmentId={attachment.id} version={version} reserved={decides} />
    </>
  );
}
