import type { Profile } from '@/api/generated';

type Quick = { value: string; label: string };

const quick: (Quick & { provider?: true })[] = [
  { value: 'mine', label: 'Mine' },
  { value: 'unassigned', label: 'Unassigned', provider: true },
  { value: 'overdue', label: 'Overdue' },
  { value: 'due-week', label: 'Due this week' },
];

/** Returns the filters that a user sets with one click. Who works on an order is the provider's matter. */
export const quickFilters = (me: Pick<Profile, 'role'> | undefined): Quick[] =>
  quick.filter(({ provider }) => !provider || (me !== undefined && me.role !== 'owner' && me.role !== 'staff'));
