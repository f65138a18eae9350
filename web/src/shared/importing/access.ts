import type { Profile } from '@/api/generated';

type Me = Pick<Profile, 'role' | 'viewOnly' | 'isClientType'>;

/** Reports whether a user imports: owners of accounts and of resellers, and admins. The server decides about each file. */
export function mayImport({ role, viewOnly }: Me): boolean {
  return (role === 'owner' || role === 'admin') && !viewOnly;
}

/** Reports whether a user imports into the accounts of others. */
export function importsForOthers({ role, isClientType }: Me): boolean {
  return role === 'admin' || (role === 'owner' && isClientType);
}
