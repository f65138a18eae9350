import type { ActionName, Card, DropTarget, Role, Status, Way } from '@/api/generated';

/**
 * The few rules that the fake server needs to answer like the real one. The full tables are tested
 * in Go.
 */
const owner: Partial<Record<Status, DropTarget[]>> = {
  draft: ['active', 'queue'],
  queue: ['active', 'queue'],
  'ready-to-go': ['active', 'queue'],
  'in-progress': ['in-review'],
  'in-review': ['in-review', 'approved'],
  'on-hold': ['active', 'in-progress', 'in-review', 'on-hold'],
  approved: ['in-review'],
};
const manager: Partial<Record<Status, DropTarget[]>> = {
  'in-progress': ['active', 'in-review'],
  'in-review': ['in-progress', 'approved'],
  'on-hold': ['active', 'in-progress', 'in-review'],
  approved: ['in-review'],
};
const operator: Partial<Record<Status, DropTarget[]>> = {
  'in-progress': ['active', 'in-progress'],
  'in-review': ['in-progress'],
  'on-hold': ['active', 'in-progress', 'on-hold'],
};

const tables: Partial<Record<Role, typeof owner>> = { owner, staff: owner, manager, operator };

export function drops(role: Role, card: Pick<Card, 'status' | 'frozen'>): DropTarget[] {
  return card.frozen ? [] : (tables[role]?.[card.status] ?? []);
}

export function statuses(role: Role, status: Status): Status[] {
  if (status === 'ready-to-go' && desk.includes(role)) return ['in-progress'];
  if (status === 'in-review' && role !== 'operator') return ['in-progress', 'approved'];
  if (status === 'in-progress' && role !== 'owner') return ['in-review'];
  return [];
}

export function actions(role: Role, { status, frozen }: Pick<Card, 'status' | 'frozen'>): ActionName[] {
  if (frozen) return role === 'manager' ? ['unfreeze'] : [];
  const customer = role === 'owner' || role === 'staff';
  const found: ActionName[] = [];
  if (status === 'draft' && customer) found.push('published');
  if (status === 'on-hold') found.push('resume');
  if (['queue', 'ready-to-go', 'in-progress', 'in-review'].includes(status)) found.push('on-hold');
  if (!['approved', 'completed', 'cancelled'].includes(status)) found.push('cancelled');
  if (status === 'cancelled') found.push('restore');
  if (customer) found.push('duplicate');
  if (role === 'manager') found.push('freeze');
  return found;
}

export const roles = {
  active: {
    'new-order': ['owner', 'staff'],
    'in-progress': ['operator', 'manager', 'creative_manager', 'production_manager', 'admin'],
  },
  queue: { 'new-order': ['owner', 'staff'] },
  'in-progress': { 'in-review': ['operator', 'manager', 'creative_manager', 'production_manager', 'admin'] },
  'in-review': { 'in-progress': ['owner', 'staff', 'manager', 'creative_manager', 'production_manager', 'admin'] },
  approved: { 'in-review': ['owner', 'staff', 'manager', 'creative_manager', 'production_manager', 'admin'] },
};

const desk: Role[] = ['operator', 'manager', 'creative_manager', 'production_manager', 'admin'];

/**
 * Returns the ways to move a card other than by dropping, as the server lists them. It covers only
 * those that the tests need.
 */
export const waysFor = (role: Role): Record<string, Record<string, Way[]>> => {
  const way = (roles: Role[], via: Way['via'], label: string, action?: ActionName): Way[] => [
    { via, label, action, roles, open: roles.includes(role) },
  ];
  return {
    'in-progress': { 'ready-to-go': way(desk, 'status', 'Change status') },
    'in-review': { 'in-progress': way(desk, 'status', 'Change status') },
    'on-hold': { 'in-progress': way(['owner', 'staff', ...desk], 'action', 'Hold Order', 'on-hold') },
    cancelled: { 'in-progress': way(['owner', 'staff', ...desk], 'action', 'Cancel Order', 'cancelled') },
  };
};
