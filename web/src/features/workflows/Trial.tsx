import { Skeleton, Stack } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router';
import {
  type TriedOrder,
  useTryWorkflowMutation,
  useWorkflowTrialQuery,
  type Workflow,
  type WorkflowTrial,
} from '@/api/approvals';
import { apiError, sentence } from '@/api/request/envelope';
import { plural } from '@/lib/format/text';
import { ErrorState } from '@/ui';
import { BusyButton } from '@/ui/fields/BusyButton';
import { Panel } from '@/ui/page/Panel';
import { lengthWords } from './words';
import classes from './workflows.module.css';

const askEveryMs = 1500;

/** What a workflow would have meant for past orders of the account (BY-043). */
export function Trial({ workflow, unsaved }: { workflow: Workflow; unsaved: boolean }) {
  const [begin, beginning] = useTryWorkflowMutation();
  const request = { workflowId: workflow.id };
  const [waits, setWaits] = useState(false);
  const { currentData, error, refetch } = useWorkflowTrialQuery(request, {
    refetchOnMountOrArgChange: true,
    pollingInterval: waits ? askEveryMs : 0,
  });
  const trial = currentData?.data;
  if (waits !== (trial?.state === 'waiting')) setWaits(!waits);
  const failure = beginning.error ?? error;
  return (
    <Panel title="Past orders">
      <Stack gap={6} mb={10} aria-live="polite">
        {failure ? (
          <ErrorState message={sentence(apiError(failure))} onRetry={() => void refetch()} />
        ) : trial ? (
          <Outcome trial={trial} workflow={workflow} />
        ) : (
          <Skeleton height={40} radius={6} />
        )}
      </Stack>
      <BusyButton
        variant="default"
        busy={beginning.isLoading || waits}
        aria-disabled={unsaved || undefined}
        data-disabled={unsaved || undefined}
        aria-describedby={unsaved ? 'trial-unsaved' : undefined}
        onClick={() => {
          if (!unsaved) void begin(request);
        }}
      >
        Try on past orders
      </BusyButton>
      {unsaved && (
        <p id="trial-unsaved" className={classes.quiet}>
          Save the draft first. What is saved is tried.
        </p>
      )}
    </Panel>
  );
}

function Outcome({ trial, workflow }: { trial: WorkflowTrial; workflow: Workflow }) {
  if (trial.state === 'none') {
    return (
      <p className={classes.quiet}>
        See for which approved orders an approval would have been missing, and how long their reviews would have taken.
      </p>
    );
  }
  if (trial.state === 'waiting') return <p role="status">Reading the history of your orders …</p>;
  if (trial.total === 0) return <p>Your account has no approved orders yet.</p>;
  const differing = trial.orders.filter(({ differs }) => differs);
  return (
    <>
      {!trial.current && <p className={classes.warning}>The workflow has changed since. Try it again.</p>}
      <p>
        {trial.differing === 0
          ? `Nothing would have been missing: ${plural(trial.total, 'order')}.`
          : `Of ${plural(trial.total, 'order')}, ${trial.differing} would have missed an approval.`}
      </p>
      {trial.took !== undefined && (
        <p>
          Their reviews took {lengthWords(trial.took)} on average
          {trial.estimated === undefined ? '.' : `, and ${lengthWords(trial.estimated)} with this workflow.`}
        </p>
      )}
      {differing.length > 0 && (
        <ul className={classes.tried}>
          {differing.map((order) => (
            <Differing key={order.orderId} order={order} workflow={workflow} />
          ))}
        </ul>
      )}
      {trial.differing > differing.length && (
        <p className={classes.quiet}>And {trial.differing - differing.length} more.</p>
      )}
    </>
  );
}

function Differing({ order, workflow }: { order: TriedOrder; workflow: Workflow }) {
  const at = order.step ?? 0;
  const step = (workflow.draft ?? workflow.published)?.steps[at];
  const people = order.missing.map((one) => one.name).join(step?.rule === 'any' ? ' or ' : ', ');
  return (
    <li>
      <Link to={`/orders/detail/${order.orderId}`}>{order.name}</Link>
      <span className={classes.quiet}>{` ${step?.name || `Step ${at + 1}`} would have waited for ${people}`}</span>
    </li>
  );
}
