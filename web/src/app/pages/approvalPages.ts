/** The pages about approval workflows. They are one chunk, for the reason of accountPages.ts. */
export { default as Workflow } from '@/features/workflows/EditorPage';
export { default as Workflows } from '@/features/workflows/WorkflowsPage';
