import type { Workflow, WorkflowContent } from '@/api/approvals';
import { plural } from '@/lib/format/text';

export const listPath = '/workflow-and-roles';
export const createPath = `${listPath}/create`;
export const pathOf = (id: string) => `${listPath}/${id}`;

const phases: Record<Workflow['phase'], string> = { draft: 'Draft', published: 'Published', retired: 'Retired' };
export const phaseLabel = (phase: Workflow['phase']) => phases[phase];

/** Returns the content that people see of a workflow: its draft if it has one, or what is published. */
export function contentOfWorkflow({ draft, published }: Workflow): WorkflowContent {
  return draft ?? published ?? { name: '', steps: [] };
}

export const nameOf = (workflow: Workflow) => contentOfWorkflow(workflow).name;

/** Says which edition a workflow has, and whether the next one is being prepared. */
export function editionWords({ edition, phase, draft }: Workflow): string {
  if (edition === 0) return 'Not published yet';
  return phase !== 'retired' && draft ? `Edition ${edition}, with a draft of the next` : `Edition ${edition}`;
}

/** Formats the length of a review: `40 minutes`, `5 hours`, `2.5 days`. */
export function lengthWords(seconds: number): string {
  const hours = seconds / 3600;
  if (hours < 1) return plural(Math.max(1, Math.round(seconds / 60)), 'minute');
  if (hours < 24) return plural(Math.round(hours), 'hour');
  const days = Math.round(hours / 2.4) / 10;
  return days === 1 ? '1 day' : `${days} days`;
}
