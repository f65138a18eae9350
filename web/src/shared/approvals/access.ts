import type { Profile } from '@/api/generated';

/**
 * Reports whether a user sees the workflows of their account: those who may visit the workflow editor,
 * unless they belong to a reseller, which places no orders itself (SH-189).
 */
export function seesWorkflows({ abilities, isClientType }: Pick<Profile, 'abilities' | 'isClientType'>): boolean {
  return !isClientType && (abilities['page-workflow-editor']?.includes('visit') ?? false);
}
