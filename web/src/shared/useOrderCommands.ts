import { useState } from 'react';
import { useNavigate } from 'react-router';
import { type ActionName, type Move, type Status, useActOnOrderMutation } from '@/api/generated';
import { useApiDispatch, useSession } from '@/api/hooks';
import { sender } from '@/api/sender';
import { orderNumber } from '@/lib/text';
import { newId } from '@/lib/newId';
import { confirm } from '@/ui';
import { actionWords, moveWords } from './actions';
import { toastSuccess } from './notify';
import { usePlacing } from './payg/usePlacing';
import { askHoldReason, toastRefused } from './refusal';
import { type Before, useDone } from './useDone';

/** Runs the status control and the named actions, asks their questions, and shows the results. */
export function useOrderCommands() {
  const navigate = useNavigate();
  const dispatch = useApiDispatch();
  const { userId } = useSession();
  const [moving, setMoving] = useState(false);
  const [act, acting] = useActOnOrderMutation();
  const done = useDone();
  const placing = usePlacing();

  const changeStatus = async (order: Before, to: Status): Promise<boolean> => {
    // The status control cannot move an order there (D-03).
    if (to === 'draft' || to === 'cancelled') return false;
    const reason = to === 'on-hold' ? await askHoldReason(order) : undefined;
    if (reason === null) return false;
    setMoving(true);
    try {
      const { sendOrQueue } = await sender.get();
      const sent = await placing(order.id, () =>
        dispatch(
          sendOrQueue({
            key: newId(),
            userId: userId ?? '',
            what: moveWords(order, to),
            url: `/order/${encodeURIComponent(order.id)}/move-progress`,
            method: 'PUT',
            body: { moveto: to, via: 'status', reason } satisfies Move,
            move: { cardId: order.id, status: to, reason },
          }),
        ),
      );
      if (!sent) return false;
      if (sent.waits) toastSuccess('Kept. It is sent when the connection is back.');
      else done(sent.answer.message ?? '', order, sent.answer.data?.order);
      return true;
    } catch (error) {
      toastRefused(error);
      return false;
    } finally {
      setMoving(false);
    }
  };

  const perform = async (order: Before, action: ActionName): Promise<boolean> => {
    const words = actionWords[action];
    if (words.confirm) {
      const title = `${words.label}: ${orderNumber(order.orderId)}`;
      const agreed = await confirm({
        type: 'CONTINUECANCEL',
        title,
        message: words.confirm,
        accept: words.label,
        danger: words.danger,
      });
      if (!agreed) return false;
    }
    const reason = words.reason ? await askHoldReason(order) : undefined;
    if (reason === null) return false;
    try {
      const answer = await placing(order.id, () =>
        act({ orderId: order.id, orderAction: { action, reason } }).unwrap(),
      );
      if (!answer) return false;
      done(answer.message, order, answer.data.order, action);
      if (action === 'duplicate') await navigate(`/orders/detail/${answer.data.orderId}`);
      return true;
    } catch (error) {
      toastRefused(error);
      return false;
    }
  };

  return { changeStatus, perform, busy: moving || acting.isLoading };
}
