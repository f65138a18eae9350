import { useAbility, useMe } from '@/api/hooks';

/** Reports whether the user sees the invoices of their own account. The people of a reseller have none. */
export function useHasOwn(): boolean {
  const me = useMe();
  return useAbility('billing-info') && me?.isClientType !== true;
}
