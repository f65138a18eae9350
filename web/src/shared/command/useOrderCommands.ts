import { useState } from 'react';
import { useNavigate } from 'react-router';
import type { ActionName, Status } from '@/api/generated';
import { confirm } from '@/ui';
import { askApproval } from '../approvals/askApproval';
import { actionWords } from './actions';
import { usePlacing } from '../payg/usePlacing';
import { askHoldReason, toastRefused } from './refusal';
import { actionCommand, moveCommand, type Seen, toastKept, useCommand } from './useCommand';
import { type Before, useDone } from './useDone';

/** Runs the status control and the named actions, asks their questions, and shows the results. */
export function useOrderCommands() {
  const navigate = useNavigate();
  const [busy, setBusy] = useState(false);
  const send = useCommand();
  const done = useDone();
  const placing = usePlacing();

  const changeStatus = async (order: Before & Seen, to: Status): Promise<boolean> => {
    // The status control cannot move an order there (D-03).
    if (to === 'draft' || to === 'cancelled') return false;
    if (order.status === 'in-review' && to === 'approved') {
      if (!(await askApproval({ order, accept: 'Approve order' }))) return false;
    }
    const reason = to === 'on-hold' ? await askHoldReason(order) : undefined;
    if (reason === null) return false;
    setBusy(true);
    try {
      const sent = await placing(order.id, () =>
        send(order.id, moveCommand(order, { moveto: to, via: 'status', reason })),
      );
      if (!sent) return false;
      if (sent.waits) toastKept();
      else done(sent.answer.message ?? '', order, sent.answer.data?.order);
      return true;
    } catch (error) {
      toastRefused(error);
      return false;
    } finally {
      setBusy(false);
    }
  };

  const perform = async (order: Before & Seen, action: ActionName): Promise<boolean> => {
    const words = actionWords[action];
    if (words.confirm) {
      const title = `${words.label}: ${order.orderId}`;
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
    setBusy(true);
    try {
      const sent = await placing(order.id, () => send(order.id, actionCommand(order, { action, reason })));
      if (!sent) return false;
      if (sent.waits) {
        toastKept();
        return true;
      }
      const { message = '', data } = sent.answer;
      done(message, order, data?.order, action);
      if (action === 'duplicate') await navigate(`/orders/detail/${data?.orderId}`);
      return true;
    } catch (error) {
      toastRefused(error);
      return false;
    } finally {
      setBusy(false);
    }
  };

  return { changeStatus, perform, busy };
}
