import { useAbility, useMe } from '@/api/hooks';

/** Returns which accounts and people the caller manages (D-45). */
export function usePowers() {
  const me = useMe();
  const users = useAbility('manage-users', 'update');
  const team = useAbility('manage-team', 'update');
  const clients = useAbility('manage-clients', 'update');
  const plans = useAbility('manage-plans');
  const owner = me?.isClientType === true && me.role === 'owner' && !me.viewOnly;
  return {
    /** The people of at least their own account. */
    people: users || team,
    /** The people of every account. */
    everyone: users,
    /** Every client and customer. */
    clients,
    /** What people see of their own client. */
    branding: clients || owner,
    /** At least some customers: all of them, or those of a reseller. */
    customers: clients || (me?.isClientType ?? false),
    /** The plans of at least one client, and the invoices of its customers (D-53, D-58). */
    selling: plans || owner,
    /** The plans of the direct customers and of every reseller. */
    everySeller: plans,
  };
}
