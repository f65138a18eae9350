import { Button } from '@mantine/core';
import { useNavigate } from 'react-router';
import { useState } from 'react';
import type { Attachment, Order } from '@/api';
import { apiError, details, sentence } from '@/api/request/envelope';
import { useApiSelector } from '@/api/hooks';
import { type Change, selectWaiting, waitingFor } from '@/api/outbox/outboxState';
import { moveCommand, toastKept, useCommand } from '@/shared/command/useCommand';
import { WaitingChange } from '@/shared/view/WaitingChange';
import { useDone } from '@/shared/command/useDone';
import { askReason, toast, useShortcuts } from '@/ui';
import { idle } from '@/ui/idle';
import { askApproval } from './askApproval';

type Action = Order['reviewActions'][number];

const words: Record<Action, { label: string; moveto?: 'in-progress' | 'on-hold' | 'approved' }> = {
  'make-changes': { label: 'Make Changes', moveto: 'in-progress' },
  'put-on-hold': { label: 'Put On Hold', moveto: 'on-hold' },
  'stay-in-review': { label: 'Stay In Review' },
  'order-approved': { label: 'Order Approved', moveto: 'approved' },
};
const inOrder: Action[] = ['put-on-hold', 'make-changes', 'stay-in-review', 'order-approved'];

type Props = {
  order: Order;
  attachment: Attachment;
  /** The pages of the file that nobody has opened. */
  unopened?: readonly number[];
  /** Stands beside a proof on the order's page, which 'Stay In Review' would lead to. */
  beside?: boolean;
  className?: string;
};

/** Returns the label of the button that sends a move. */
const labelOf = ({ move }: Change): string | undefined =>
  Object.values(words).find(({ moveto }) => moveto && moveto === move?.status)?.label;

/** The review actions of an order in review, for a proof in customer review (BD-286..BD-292). */
export function DecisionBar({ order, attachment, unopened, beside = false, className }: Props) {
  const done = useDone();
  const [isLoading, setLoading] = useState(false);
  const send = useCommand();
  const waits = waitingFor(useApiSelector(selectWaiting), order.id);
  const navigate = useNavigate();
  const inReview = order.status === 'in-review' && attachment.type === 'customerReview';
  const open = inOrder.filter(
    (action) => inReview && order.reviewActions.includes(action) && !(beside && action === 'stay-in-review'),
  );
  const run = async (action: Action) => {
    const { moveto } = words[action];
    if (!moveto) {
      await navigate(`/orders/detail/${order.id}`);
      return;
    }
    if (moveto === 'approved' && !(await askApproval({ order, accept: words[action].label, unopened }))) return;
    const reason = moveto === 'on-hold' ? await askReason({ title: 'Put On Hold' }) : undefined;
    if (reason === null) return;
    setLoading(true);
    try {
      const body = { moveto, via: 'review' as const, attachmentId: attachment.id, reason };
      const sent = await send(order.id, moveCommand(order, body));
      if (sent.waits) {
        toastKept();
        return;
      }
      const { message = '', data } = sent.answer;
      done(message, order, data?.order);
      // When the order leaves review, customers can no longer see the proof (BD-019).
      if (moveto !== 'approved' && !beside) await navigate(`/orders/detail/${order.id}`);
    } catch (error) {
      const failure = apiError(error);
      toast({ type: 'WARNING', title: 'Failed!', message: sentence(failure), details: details(failure) });
    } finally {
      setLoading(false);
    }
  };

  const busy = isLoading || waits !== undefined;
  const now = busy ? [] : open;
  useShortcuts(
    now.map((action) => ({ what: words[action].label, group: 'Deciding', icon: 'check', run: () => void run(action) })),
  );
  if (open.length === 0) return null;
  return (
    <div className={className} role="group" aria-label="Decide about the order">
      <WaitingChange change={waits} label={waits && labelOf(waits)} />
      {open.map((action) => (
        <Button
          key={action}
          size={beside ? 'sm' : 'xs'}
          variant={action === 'order-approved' ? 'filled' : 'default'}
          {...idle(busy)}
          onClick={() => busy || void run(action)}
        >
          {words[action].label}
        </Button>
      ))}
    </div>
  );
}
