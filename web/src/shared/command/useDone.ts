import type { ActionName, Card, OrderAction, Status } from '@/api/generated';
import { toast } from '@/ui';
import { toastSuccess } from './notify';
import { usePlacing } from '../payg/usePlacing';
import { type OrderRef, toastRefused } from './refusal';
import { actionCommand, moveCommand, toastKept, useCommand } from './useCommand';

/** An order as it was before a change. */
export type Before = OrderRef & { status: Status; holdReason?: string; archived?: boolean };

type Back =
  { kind: 'status' | 'board'; to: Exclude<Status, 'draft' | 'cancelled'> } | { kind: 'action'; body: OrderAction };

/** The action that undoes each action. The order says whether the user may run it. */
const inverse: Partial<Record<ActionName, ActionName>> = {
  published: 'draft',
  draft: 'published',
  queue: 'ready-to-go',
  'ready-to-go': 'queue',
  'on-hold': 'resume',
  resume: 'on-hold',
  cancelled: 'restore',
  archive: 'restore',
  freeze: 'unfreeze',
  unfreeze: 'freeze',
};

/** Returns the action that undoes a restore: the order was archived, or else cancelled. */
const restored = ({ archived, status }: Before): ActionName | undefined =>
  archived ? 'archive' : status === 'cancelled' ? 'cancelled' : undefined;

/** Returns the way to undo a change, if the rules allow one to this user (D-05). */
export function wayBack(before: Before, now: Card | undefined, done?: ActionName): Back | undefined {
  if (!now) return undefined;
  const action = done === 'restore' ? restored(before) : done && inverse[done];
  if (action && now.allowedActions.includes(action)) {
    if (action !== 'on-hold') return { kind: 'action', body: { action } };
    if (before.holdReason) return { kind: 'action', body: { action, reason: before.holdReason } };
  }
  const to = before.status;
  if (to === now.status || to === 'draft' || to === 'cancelled') return undefined;
  if (to === 'on-hold') return undefined; // A hold would need its reason again.
  if (now.allowedStatuses.includes(to)) return { kind: 'status', to };
  if (now.status === 'on-hold' && now.allowedActions.includes('resume')) {
    return { kind: 'action', body: { action: 'resume' } };
  }
  const drop = to === 'ready-to-go' ? 'active' : to;
  return now.allowedDrops.some((target) => target === drop) ? { kind: 'board', to } : undefined;
}

/**
 * Shows the result of a change in the server's words, with Undo while the toast is open (BY-050).
 */
export function useDone() {
  const send = useCommand();
  const placing = usePlacing();
  return (message: string, before: Before, now: Card | undefined, done?: ActionName): void => {
    const back = wayBack(before, now, done);
    const undo = async (card: Card, way: Back) => {
      const command =
        way.kind === 'action' ? actionCommand(card, way.body) : moveCommand(card, { moveto: way.to, via: way.kind });
      try {
        const undone = await placing(card.id, () => send(card.id, command));
        if (undone?.waits) toastKept();
        else if (undone) toastSuccess(undone.answer.message ?? '');
      } catch (error) {
        toastRefused(error);
      }
    };
    toast({
      type: 'SUCCESS',
      title: 'Success',
      message,
      id: `done-${before.id}`,
      action: now && back && { label: 'Undo', run: () => void undo(now, back) },
    });
  };
}
