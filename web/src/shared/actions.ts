import type { ActionName } from '@/api/generated';
import type { IconName } from '@/ui';

export type ActionWords = {
  label: string;
  icon: IconName;
  /** Asks this before it is done. */
  confirm?: string;
  /** The same for several orders at once. */
  confirmMany?: string;
  /** Needs a reason, and why it is asked for. */
  reason?: string;
  danger?: boolean;
};

/** Labels and questions of the named actions (D-05). Who may do what comes with each order. */
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

/** Actions worth a button of their own, in this order; the rest goes into a menu. */
export const leadingActions: ActionName[] = ['published', 'resume', 'ready-to-go', 'restore', 'unfreeze'];
