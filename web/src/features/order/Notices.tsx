import { useCallback } from 'react';
import type { Order } from '@/api/generated';
import { useApiDispatch } from '@/api/hooks';
import { invalidate } from '@/api/live/tags';
import { statusLabel } from '@/lib/format/status';
import { FullSlots } from '@/shared/slots/FullSlots';
import { Icon, type IconName } from '@/ui';
import classes from './order.module.css';

type Notice = { icon: IconName; text: string };

function noticesOf(order: Order): Notice[] {
  const found: Notice[] = [];
  if (order.frozen)
    found.push({
      icon: 'snow',
      text: 'This order is frozen: no move, upload, approval or comment until a manager unfreezes it.',
    });
  if (order.locked) found.push({ icon: 'lock', text: 'An upload is running. The order is locked until it is done.' });
  if (order.archived) found.push({ icon: 'download', text: 'This order is archived and on no board.' });
  if (order.status === 'on-hold') {
    const from = order.heldFrom ? ` It was ${statusLabel(order.heldFrom)}.` : '';
    found.push({ icon: 'pauseCircle', text: `On hold: ${order.holdReason ?? 'no reason was given'}.${from}` });
  }
  return found;
}

/** The reasons why nobody can work on this order now. */
export function Notices({ order }: { order: Order }) {
  const dispatch = useApiDispatch();
  const { id } = order;
  const again = useCallback(() => void dispatch(invalidate([{ type: 'Order', id }])), [dispatch, id]);
  return (
    <>
      {noticesOf(order).map(({ icon, text }) => (
        <p key={text} className={classes.notice}>
          <Icon name={icon} size={16} />
          {text}
        </p>
      ))}
      {order.fullSlots !== undefined && (
        <FullSlots orderId={id} waits={order.status === 'queue'} className={classes.slots} onFree={again} />
      )}
    </>
  );
}
