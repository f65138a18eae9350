import type { Member, PersonDetail } from '@/api/people';
import { adminClient } from '@/api/session/session';
import { plural } from '@/lib/format/text';

export const nameOf = ({ firstname, lastname }: Pick<Member, 'firstname' | 'lastname'>): string =>
  `${firstname} ${lastname}`.trim();

/** Reports whether a person belongs to a customer or a reseller, not to the provider. */
export const isCustomer = ({ role }: Pick<Member, 'role'>): boolean => role === 'owner' || role === 'staff';

/** Returns the page that lists the people of an account, for somebody who manages it. */
export function listOf(
  { clientId, customerId, name }: Member['account'],
  powers: { everyone: boolean; customers: boolean },
): { to: string; label: string } {
  if (customerId && powers.customers) return { to: `/customer/${customerId}`, label: name };
  if (!powers.everyone) return { to: '/team-members', label: 'Team Members' };
  return clientId === adminClient ? { to: '/people', label: 'People' } : { to: `/clients/${clientId}`, label: name };
}

/** Returns why the role and the sign-in of a person cannot be changed, if so. */
export function blockedBy({ person, isLast }: PersonDetail): string | undefined {
  if (person.isYou) return 'You cannot change your own role. Ask somebody else with the same role.';
  if (!isLast) return undefined;
  return `${nameOf(person)} is the last ${person.roleLabel} of ${person.account.name}. Give somebody else this role first.`;
}

type Work = Pick<PersonDetail, 'operates' | 'manages'>;

export const hasWork = ({ operates, manages }: Work): boolean => operates + manages > 0;

/** Says how much unfinished work a person has: `works on 3 unfinished orders and manages 1`. */
export function workInWords({ operates, manages }: Work): string {
  const orders = (count: number) => plural(count, 'unfinished order');
  if (operates > 0 && manages > 0) return `works on ${orders(operates)} and manages ${manages.toLocaleString('en')}`;
  if (manages > 0) return `manages ${orders(manages)}`;
  return operates > 0 ? `works on ${orders(operates)}` : 'has no unfinished orders';
}
