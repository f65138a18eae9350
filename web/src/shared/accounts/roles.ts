import type { AccountRef, Role } from '@/api/people';
import { adminClient } from '@/api/session/session';

/** The roles of the provider's own people. */
export const providerRoles: Role[] = ['operator', 'manager', 'creative_manager', 'production_manager', 'cso', 'admin'];

/** The roles of the people of a customer or of a reseller. The usual one is first. */
export const customerRoles: Role[] = ['staff', 'owner'];

type Account = Partial<Pick<AccountRef, 'clientId' | 'customerId'>>;

/** Returns the roles that fit an account. */
export function rolesOf({ clientId, customerId }: Account): Role[] {
  return clientId === adminClient && !customerId ? providerRoles : customerRoles;
}
