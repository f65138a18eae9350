import type { Profile } from '@/api/generated';

type Me = Pick<Profile, 'abilities' | 'myProofApprovalWorkflowPreference'>;

/**
 * Reports whether a user sees the workflows of their account: those who have the preference and may visit
 * the workflow editor (SH-189).
 */
export function seesWorkflows({ abilities, myProofApprovalWorkflowPreference }: Me): boolean {
  return myProofApprovalWorkflowPreference === true && (abilities['page-workflow-editor']?.includes('visit') ?? false);
}
