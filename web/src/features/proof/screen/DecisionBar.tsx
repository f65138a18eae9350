import { Button } from '@mantine/core';
import { useNavigate } from 'react-router';
import { type Attachment, type Order, useMoveOrderMutation } from '@/api';
import { apiError, details, sentence } from '@/api/envelope';
import { toastSuccess } from '@/orders/notify';
import { askReason, toast } from '@/ui';
import { idle } from '../idle';
import classes from './screen.module.css';

type Action = Order['reviewActions'][number];

const words: Record<Action, { label: string; moveto?: 'in-progress' | 'on-hold' | 'approved' }> = {
  'make-changes': { label: 'Make Changes', moveto: 'in-progress' },
  'put-on-hold': { label: 'Put On Hold', moveto: 'on-hold' },
  'stay-in-review': { label: 'Stay In Review' },
  'order-approved': { label: 'Order Approved', moveto: 'approved' },
};
const inOrder: Action[] = ['put-on-hold', 'make-changes', 'stay-in-review', 'order-approved'];

/** The review actions of an order in review, for a proof up for customer review (BD-286..BD-292). */
export function DecisionBar({ order, attachment }: { order: Order; attachment: Attachment }) {
  const [move, { isLoading }] = useMoveOrderMutation();
  const navigate = useNavigate();
  const open = inOrder.filter((action) => order.reviewActions.includes(action));
  if (open.length === 0 || order.status !== 'in-review' || attachment.type !== 'customerReview') return null;

  const run = async (action: Action) => {
    const { moveto } = words[action];
    if (!moveto) {
      await navigate(`/orders/detail/${order.id}`);
      return;
    }
    const reason = moveto === 'on-hold' ? await askReason({ title: 'Put On Hold' }) : undefined;
    if (reason === null) return;
    try {
      const body = { moveto, via: 'review' as const, attachmentId: attachment.id, reason };
      const { message } = await move({ orderId: order.id, move: body }).unwrap();
      toastSuccess(message);
      // out of review the customer side no longer sees the proof (BD-019)
      if (moveto !== 'approved') await navigate(`/orders/detail/${order.id}`);
    } catch (error) {
      const failure = apiError(error);
      toast({ type: 'WARNING', title: 'Failed!', message: sentence(failure), details: details(failure) });
    }
  };

  return (
    <div className={classes.decisions} role="group" aria-label="Decide about the order">
      {open.map((action) => (
        <Button
          key={action}
          size="xs"
          variant={action === 'order-approved' ? 'filled' : 'default'}
          {...idle(isLoading)}
          onClick={() => isLoading || void run(action)}
        >
          {words[action].label}
        </Button>
      ))}
    </div>
  );
}
