import type { ActionName, Order, Status } from '@/api/generated';
import { leadingActions } from './actions';

/** The next status from each status, with the label of its button. */
const forward: Partial<Record<Status, { to: Status; label: string }>> = {
  queue: { to: 'in-progress', label: 'Start work' },
  'ready-to-go': { to: 'in-progress', label: 'Start work' },
  draft: { to: 'in-progress', label: 'Start work' },
  'in-progress': { to: 'in-review', label: 'Send to review' },
  'gr-revision': { to: 'in-review', label: 'Send to review' },
  'in-review': { to: 'approved', label: 'Approve order' },
  approved: { to: 'completed', label: 'Complete order' },
};

export type MainMove = { kind: 'action'; action: ActionName } | { kind: 'status'; to: Status; label: string } | null;

/** Returns the filled button: what this user most likely does next with this order. */
export function mainMove({
  status,
  allowedActions,
  allowedStatuses,
}: Pick<Order, 'status' | 'allowedActions' | 'allowedStatuses'>): MainMove {
  const action = leadingActions.find((name) => allowedActions.includes(name));
  if (action) return { kind: 'action', action };
  const next = forward[status];
  return next && allowedStatuses.includes(next.to) ? { kind: 'status', ...next } : null;
}
