import { useSearchParams } from 'react-router';
import { useCustomerAccountQuery } from '@/api/people';
import { usePowers } from '@/shared/accounts/usePowers';
import { useHasOwn } from '@/shared/billing/useHasOwn';

/**
 * Returns whose invoices a page shows: those of the user's own account, or of the customer in the
 * address, for those who sell. `away` is where people without either are sent.
 */
export function useAccount() {
  const [params] = useSearchParams();
  const own = useHasOwn();
  const { selling } = usePowers();
  const customerId = (selling && params.get('customerId')) || undefined;
  const { data } = useCustomerAccountQuery({ customerId: customerId ?? '' }, { skip: !customerId });
  return {
    customerId,
    name: customerId && data?.data.customer.name,
    /** Keeps the account in the addresses of other pages. */
    search: customerId ? `?customerId=${encodeURIComponent(customerId)}` : '',
    away: customerId || own ? undefined : selling ? '/invoices' : '/',
  };
}
