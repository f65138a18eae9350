import { Skeleton, Stack } from '@mantine/core';
import { useState } from 'react';
import { Link, useParams } from 'react-router';
import { useTeamQuery, useWorkflowQuery } from '@/api/approvals';
import { apiError, details, sentence } from '@/api/request/envelope';
import { useMe } from '@/api/hooks';
import { newId } from '@/lib/newId';
import { seesWorkflows } from '@/shared/approvals/access';
import { ErrorState } from '@/ui';
import { Page } from '@/ui/page/Page';
import { NotForYou } from '@/shared/NotForYou';
import { Editor } from './Editor';
import { listPath } from './words';

/**
 * `/workflow-and-roles/create` and `/workflow-and-roles/:workflowId`: the editor of a workflow, for the
 * account's owner (D-29). A new workflow keeps its editor when its first save gives it an address.
 */
export default function EditorPage() {
  const me = useMe();
  const { workflowId = '' } = useParams();
  const creating = workflowId === 'create';
  const [fresh, setFresh] = useState(newId);
  const [saved, setSaved] = useState(false);
  if (!saved && workflowId === fresh) setSaved(true);
  // The page of a new workflow was left for that of another one.
  if (saved && creating) {
    setFresh(newId());
    setSaved(false);
  }
  if (!me) return null;
  if (!seesWorkflows(me) || (creating && me.viewOnly)) return <NotForYou />;
  const id = creating ? fresh : workflowId;
  return <Loaded key={id} id={id} creating={creating} mayEdit={!me.viewOnly} />;
}

type Props = { id: string; creating: boolean; mayEdit: boolean };

function Loaded({ id, creating, mayEdit }: Props) {
  const workflow = useWorkflowQuery({ workflowId: id }, { skip: creating, refetchOnMountOrArgChange: true });
  const team = useTeamQuery(undefined, { refetchOnMountOrArgChange: true });
  const [begun, setBegun] = useState(creating);
  // The editor starts with what is stored now, never with what was read on an earlier visit.
  const ready = team.data && (begun || (workflow.currentData && !workflow.isFetching));
  if (ready && !begun) setBegun(true);
  if (team.data && ready) {
    return <Editor id={id} workflow={workflow.currentData?.data} team={team.data} mayEdit={mayEdit} />;
  }
  const failed = [workflow, team].find(({ error, isFetching }) => error && !isFetching);
  const failure = failed && apiError(failed.error);
  return (
    <Page title="Workflow" above={<Link to={listPath}>Workflow and Roles</Link>}>
      {failure ? (
        <ErrorState message={sentence(failure)} details={details(failure)} onRetry={() => void failed.refetch()} />
      ) : (
        <Stack gap={16} role="status" aria-label="Loading the workflow">
          <Skeleton height={96} radius={10} />
          <Skeleton height={220} radius={10} />
          <Skeleton height={220} radius={10} />
        </Stack>
      )}
    </Page>
  );
}
