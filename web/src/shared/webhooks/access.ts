import type { Profile } from '@/api/generated';

type Me = Pick<Profile, 'role' | 'impersonation'>;

/**
 * Reports whether a user has webhooks: owners those of their account or their reseller, admins those of the
 * provider. Nobody has them while acting as somebody else (BY-040).
 */
export function seesWebhooks({ role, impersonation }: Me): boolean {
  return (role === 'owner' || role === 'admin') && !impersonation;
}
