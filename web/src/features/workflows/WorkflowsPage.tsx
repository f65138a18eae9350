import { Button, Skeleton } from '@mantine/core';
import { Link, useNavigate } from 'react-router';
import { useWorkflowsQuery } from '@/api/approvals';
import { apiError, details, sentence } from '@/api/request/envelope';
import { useMe } from '@/api/hooks';
import { seesWorkflows } from '@/shared/approvals/access';
import { EmptyState, ErrorState, Icon, useShortcuts } from '@/ui';
import { Page } from '@/ui/page/Page';
import { Panel } from '@/ui/page/Panel';
import { NotForYou } from '@/shared/NotForYou';
import { createPath, nameOf } from './words';
import { WorkflowTable } from './WorkflowTable';

/** `/workflow-and-roles`: the approval workflows of an account, for its owner (D-29). */
export default function WorkflowsPage() {
  const me = useMe();
  if (!me) return null;
  return seesWorkflows(me) ? <Workflows mayEdit={!me.viewOnly} /> : <NotForYou />;
}

function Workflows({ mayEdit }: { mayEdit: boolean }) {
  const { data, error, refetch } = useWorkflowsQuery(undefined, { refetchOnMountOrArgChange: true });
  const navigate = useNavigate();
  useShortcuts(
    mayEdit
      ? [{ what: 'Create Workflow', icon: 'plus', group: 'Workflows', run: () => void navigate(createPath) }]
      : [],
  );
  const failure = error && !data ? apiError(error) : undefined;
  const workflows = data?.data ?? [];
  const chosen = workflows.find((workflow) => workflow.chosen);
  return (
    <Page
      title="Workflow and Roles"
      above={data && (chosen ? `New orders get ${nameOf(chosen)}` : 'New orders get no workflow')}
      actions={
        mayEdit && (
          <Button component={Link} to={createPath} leftSection={<Icon name="plus" size={16} />}>
            Create Workflow
          </Button>
        )
      }
    >
      <Panel label="Workflows" flush>
        {failure && (
          <ErrorState message={sentence(failure)} details={details(failure)} onRetry={() => void refetch()} />
        )}
        {!data && !failure && <Skeleton height={180} radius={10} role="status" aria-label="Loading workflows" />}
        {data && workflows.length === 0 && (
          <EmptyState
            icon="check"
            title="No workflows yet"
            action={
              mayEdit && (
                <Button component={Link} to={createPath} variant="default" size="xs">
                  Create the first workflow
                </Button>
              )
            }
          >
            A workflow says who of your team approves a proof, step by step. Once you publish it, each new order gets
            it: a proof in review goes from step to step, and the order is approved when all of them have passed.
          </EmptyState>
        )}
        {workflows.length > 0 && <WorkflowTable workflows={workflows} mayEdit={mayEdit} />}
      </Panel>
    </Page>
  );
}
