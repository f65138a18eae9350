import {
  useChooseWorkflowMutation,
  useDiscardWorkflowMutation,
  useRetireWorkflowMutation,
  type Workflow,
} from '@/api/approvals';
import { toastError, toastSuccess } from '@/shared/command/notify';
import { confirm } from '@/ui';
import { nameOf } from './words';

async function settled(call: Promise<{ message: string }>): Promise<boolean> {
  try {
    toastSuccess((await call).message);
    return true;
  } catch (error) {
    toastError(error);
    return false;
  }
}

/** What an owner can do with a stored workflow. Each call returns whether it was done. */
export function useWorkflowActions(workflow: Workflow) {
  const [choose, choosing] = useChooseWorkflowMutation();
  const [retire, retiring] = useRetireWorkflowMutation();
  const [discard, discarding] = useDiscardWorkflowMutation();
  const { id: workflowId, chosen, edition } = workflow;
  const name = nameOf(workflow);
  return {
    busy: choosing.isLoading || retiring.isLoading || discarding.isLoading,
    /** Makes it the workflow of new orders, or lets new orders have none. */
    choose: () => settled(choose({ workflowChoice: chosen ? {} : { workflowId } }).unwrap()),
    async retire() {
      const agreed = await confirm({
        type: 'CONTINUECANCEL',
        title: `Retire ${name}?`,
        message: [
          'Orders that have it go on with it. Nobody can change or use it any more.',
          chosen ? 'Orders created from now on have no workflow until you choose another one.' : '',
        ].join(' '),
        accept: 'Retire',
        danger: true,
      });
      return agreed && settled(retire({ workflowId }).unwrap());
    },
    async discard() {
      const agreed = await confirm({
        type: 'CONTINUECANCEL',
        title: 'Discard the draft?',
        message:
          edition > 0
            ? `Edition ${edition} stays as it is. The changes since then are lost.`
            : `${name} was never published. It is removed for good.`,
        accept: 'Discard draft',
        danger: true,
      });
      return agreed && settled(discard({ workflowId }).unwrap());
    },
  };
}

export type WorkflowActions = ReturnType<typeof useWorkflowActions>;
