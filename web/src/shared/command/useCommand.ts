import { useCallback } from 'react';
import type { ActionName, Move, OrderAction, Status } from '@/api/generated';
import { useApiDispatch } from '@/api/hooks';
import { inOrder } from '@/api/request/inOrder';
import type { Change, WaitingAct } from '@/api/outbox/outboxState';
import { held } from '@/api/request/leaving';
import { sender } from '@/api/request/sender';
import { selectSession } from '@/api/session/session';
import type { ApiState } from '@/api/state';
import { newId } from '@/lib/newId';
import { actionWords, moveWords } from './actions';
import { toastSuccess } from './notify';
import type { OrderRef } from './refusal';

/** An order as its user saw it when they changed it. */
export type Seen = OrderRef & { version: number };

/** What a change does. The rest of it says who made it, and when. */
type Command = Omit<Change, 'key' | 'userId' | 'conflict'>;

/** The statuses that actions give an order. The others give it one that depends on the order. */
const statusAfter: Partial<Record<ActionName, Status>> = {
  draft: 'draft',
  queue: 'queue',
  'ready-to-go': 'ready-to-go',
  'on-hold': 'on-hold',
  cancelled: 'cancelled',
  'gr-revision': 'gr-revision',
};

const pathOf = (orderId: string) => `/order/${encodeURIComponent(orderId)}`;

/** Returns the move of an order by the status control, on the board, or from a proof. */
export function moveCommand(order: Seen, body: Move): Command {
  const status = body.moveto === 'active' ? 'ready-to-go' : body.moveto;
  return {
    what: moveWords(order, status),
    url: `${pathOf(order.id)}/move-progress`,
    method: 'PUT',
    body,
    expectedVersion: order.version,
    move: { cardId: order.id, status, reason: body.reason },
  };
}

/** Returns a named action of an order. */
export function actionCommand(order: Seen, body: OrderAction): Command {
  const { action } = body;
  const { label } = actionWords[action];
  return {
    what: `${order.orderId} ${order.orderName}: ${label}`,
    url: `${pathOf(order.id)}/action`,
    method: 'PUT',
    body,
    // A copy changes nothing that others could have changed.
    expectedVersion: action === 'duplicate' ? undefined : order.version,
    act: { orderId: order.id, label, status: statusAfter[action], deletes: action === 'delete' || undefined },
  };
}

type Place = { attachmentId: string; versionId: string };

/** Returns a decision about a version of an order's file. */
export function decisionCommand(
  order: Seen,
  { attachmentId, versionId }: Place,
  label: WaitingAct['label'],
  call: Pick<Command, 'body' | 'expectedVersion'> & { path: string },
): Command {
  const { path, body, expectedVersion } = call;
  return {
    what: `${order.orderId} ${order.orderName}: ${label}`,
    url: pathOf(order.id) + path,
    method: 'POST',
    body,
    expectedVersion,
    act: { orderId: order.id, attachmentId, versionId, label },
  };
}

/**
 * Sends a command on an order, or keeps it until the connection returns (BY-036). Commands on the same order are sent
 * one after the other (D-267). A refusal is thrown.
 */
export const command =
  (orderId: string, made: Command) => async (dispatch: ReturnType<typeof useApiDispatch>, state: () => ApiState) => {
    const { sendOrQueue } = sender.current() ?? (await held(() => sender.get()));
    const change = { ...made, key: newId(), userId: selectSession(state()).userId ?? '' };
    return inOrder(orderId, () => dispatch(sendOrQueue(change)));
  };

/** Returns a function that does the same. */
export function useCommand() {
  const dispatch = useApiDispatch();
  return useCallback((orderId: string, made: Command) => dispatch(command(orderId, made)), [dispatch]);
}

/** Says that a change waits for the connection. */
export const toastKept = () => toastSuccess('Kept. It is sent when the connection is back.');
