import { useMe } from '@/api/hooks';
import { useListClientsQuery } from '@/api/people';
import { customerClient } from '@/api/session/session';
import { useSearchParams } from 'react-router';
import { usePowers } from '@/shared/accounts/usePowers';

/**
 * Returns the client that sells: the reseller of the user, or the one in the address for an admin, who
 * begins with the direct customers. It is undefined for people who do not sell.
 */
export function useSeller(): string | undefined {
  const me = useMe();
  const { selling, everySeller } = usePowers();
  const [params] = useSearchParams();
  if (!selling || !me) return undefined;
  return everySeller ? params.get('clientId') || customerClient : me.clientId;
}

/** Returns the sellers that an admin chooses from. */
export function useSellers(): { value: string; label: string }[] {
  const { everySeller, clients } = usePowers();
  const { data } = useListClientsQuery(undefined, { skip: !everySeller || !clients });
  return (data?.data.clients ?? [])
    .filter(({ kind }) => kind !== 'provider')
    .map(({ id, kind, name }) => ({ value: id, label: kind === 'direct' ? 'Direct customers' : name }));
}
