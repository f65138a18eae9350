import type { ActionName } from '@/api/generated';
import { statusLabel } from '@/lib/format/status';
import type { IconName } from '@/ui';

export type ActionWords = {
  label: string;
  icon: IconName;
  /** The question before the action runs. */
  confirm?: string;
  /** The same question for several orders. */
  confirmMany?: string;
  /** Set when the action needs a reason: says what it is for. */
  reason?: string;
  danger?: boolean;
};

/** The labels and questions of the named actions (D-05). Each order says who may run which. */
export const actionWords: Record<ActionName, ActionWords> = {
  published: { label: 'Create Order', icon: 'plus' },
  draft: {
    label: 'Revert as Draft',
    icon: 'file',
    confirm: 'Take this order back to a draft? Its place in the queue is given up.',
    confirmMany: 'Take these orders back to drafts? Their places in the queue are given up.',
  },
  queue: { label: 'Move to Queue', icon: 'list' },
  'ready-to-go': { label: 'Ready To Go', icon: 'check' },
  'on-hold': { label: 'Hold Order', icon: 'pauseCircle', reason: 'Everybody on this order will see why it waits.' },
  resume: { label: 'Resume Order', icon: 'play' },
  cancelled: {
    label: 'Cancel Order',
    icon: 'close',
    confirm: 'Cancel this order? Work on it stops. It can be restored later.',
    confirmMany: 'Cancel these orders? Work on them stops. They can be restored later.',
    danger: true,
  },
  restore: { label: 'Restore Order', icon: 'refresh' },
  'gr-revision': { label: 'Guest Revision', icon: 'users' },
  freeze: {
    label: 'Freeze Order',
    icon: 'snow',
    confirm: 'Freeze this order? Until it is unfrozen nobody can move it, upload, approve or comment.',
    confirmMany: 'Freeze these orders? Until they are unfrozen nobody can move them, upload, approve or comment.',
  },
  unfreeze: { label: 'Unfreeze Order', icon: 'snow' },
  archive: {
    label: 'Archive Order',
    icon: 'download',
    confirm: 'Archive this order? It leaves the board and stays in the archive.',
    confirmMany: 'Archive these orders? They leave the board and stay in the archive.',
  },
  delete: {
    label: 'Delete Order',
    icon: 'close',
    confirm:
      'Delete this order? It leaves every view, also of the past; only the audit area keeps it. This cannot be undone.',
    confirmMany:
      'Delete these orders? They leave every view, also of the past; only the audit area keeps them. This cannot be undone.',
    danger: true,
  },
  duplicate: { label: 'Duplicate Order', icon: 'file' },
};

/** The group of the actions of an order's page. */
export const orderGroup = 'This order';

/** The actions that get a button, in this order. The others are in a menu. */
export const leadingActions: ActionName[] = ['published', 'resume', 'ready-to-go', 'restore', 'unfreeze'];

/** Describes the move of an order: `PB-1042 Jar label: move to In Review`. */
export function moveWords({ orderId, orderName }: { orderId: string; orderName: string }, to: string): string {
  return `${orderId} ${orderName}: move to ${statusLabel(to)}`;
}
