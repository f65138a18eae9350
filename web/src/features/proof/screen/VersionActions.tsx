import { Button } from '@mantine/core';
import { type Attachment, type Order, useDecideVersionMutation, useRequestReviewMutation, type Version } from '@/api';
import { toastError, toastSuccess } from '@/orders/notify';
import { Icon } from '@/ui';
import { idle } from '../idle';
import { decideRestMs, useCooldown } from './useCooldown';

const decisions = {
  Approved: { label: 'Approve', done: 'The attachment file approved' },
  Revise: { label: 'Revise', done: 'The attachment file revised' },
} as const;

interface Props {
  order: Order;
  attachment: Attachment;
  version: Version;
}

/** Approve, Revise and request review: what the caller may do with this version. */
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

  const { can } = version;
  const open = (['Approved', 'Revise'] as const).filter((c) => (c === 'Approved' ? can.approve : can.revise));
  return (
    <>
      {open.map((content) => (
        <Button
          key={content}
          size="xs"
          variant={content === 'Approved' ? 'filled' : 'default'}
          leftSection={<Icon name={content === 'Approved' ? 'check' : 'refresh'} size={14} />}
          disabled={decided}
          onClick={() => void decideFor(content)}
        >
          {decisions[content].label}
        </Button>
      ))}
      {attachment.can.requestReview && (
        <Button
          size="xs"
          variant="default"
          {...idle(requesting.isLoading)}
          onClick={() => requesting.isLoading || void ask()}
        >
          Request CM review
        </Button>
      )}
    </>
  );
}
