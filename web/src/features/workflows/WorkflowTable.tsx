import { Button, Group } from '@mantine/core';
import { Link } from 'react-router';
import type { Workflow } from '@/api/approvals';
import { plural } from '@/lib/format/text';
import { Ago } from '@/ui/content/Ago';
import { BusyButton } from '@/ui/fields/BusyButton';
import { DataTable } from '@/ui/page/DataTable';
import parts from '@/ui/page/DataTable.module.css';
import { Badges } from './Badges';
import { useWorkflowActions } from './useWorkflowActions';
import { contentOfWorkflow, editionWords, nameOf, pathOf } from './words';
import classes from './workflows.module.css';

type Props = { workflows: Workflow[]; mayEdit: boolean };

/** Workflows as a table, or as stacked rows on a narrow screen. */
export function WorkflowTable({ workflows, mayEdit }: Props) {
  return (
    <DataTable
      label="Workflows"
      rows={workflows}
      keyOf={({ id }) => id}
      retired={({ phase }) => phase === 'retired'}
      columns={[
        { head: 'Workflow', cell: (workflow) => <Name workflow={workflow} /> },
        { head: 'Steps', cell: stepsOf },
        { head: 'Changed', cell: ({ changedAt }) => <Ago at={changedAt} /> },
        { head: 'Actions', kind: 'action', cell: (workflow) => mayEdit && <Actions workflow={workflow} /> },
      ]}
      rest={(workflow) => (
        <span>
          {stepsOf(workflow)} · changed <Ago at={workflow.changedAt} />
        </span>
      )}
    />
  );
}

const stepsOf = (workflow: Workflow) => plural(contentOfWorkflow(workflow).steps.length, 'step');

function Name({ workflow }: { workflow: Workflow }) {
  return (
    <span>
      <Group component="span" gap="2px 8px">
        <Link to={pathOf(workflow.id)} className={classes.name}>
          {nameOf(workflow)}
        </Link>
        <Badges workflow={workflow} />
      </Group>
      <span className={parts.more}>{editionWords(workflow)}</span>
    </span>
  );
}

function Actions({ workflow }: { workflow: Workflow }) {
  const { busy, choose, retire, discard } = useWorkflowActions(workflow);
  const name = nameOf(workflow);
  if (workflow.phase === 'retired') return null;
  return (
    <span className={classes.actions}>
      {workflow.phase === 'published' && (
        <BusyButton
          variant="subtle"
          size="compact-sm"
          busy={busy}
          aria-label={workflow.chosen ? `Use none instead of ${name}` : `Use for new orders: ${name}`}
          onClick={() => void choose()}
        >
          {workflow.chosen ? 'Use none' : 'Use for new orders'}
        </BusyButton>
      )}
      {workflow.draft && (
        <Button
          variant="subtle"
          size="compact-sm"
          aria-label={`Discard the draft of ${name}`}
          onClick={() => busy || void discard()}
        >
          Discard draft
        </Button>
      )}
      {workflow.phase === 'published' && (
        <Button variant="subtle" size="compact-sm" aria-label={`Retire ${name}`} onClick={() => busy || void retire()}>
          Retire
        </Button>
      )}
    </span>
  );
}
