import { Button } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { Link } from 'react-router';
import type { Workflow } from '@/api/approvals';
import { plural } from '@/lib/text';
import shared from '@/shared/billing/billing.module.css';
import { Ago } from '@/ui/Ago';
import { BusyButton } from '@/ui/BusyButton';
import { ScrollRegion } from '@/ui/ScrollRegion';
import { Badges } from './Badges';
import { useWorkflowActions } from './useWorkflowActions';
import { contentOfWorkflow, editionWords, nameOf, pathOf } from './words';
import classes from './workflows.module.css';

type Props = { workflows: Workflow[]; mayEdit: boolean };

/** Workflows as a table, or as stacked rows on a narrow screen. */
export function WorkflowTable({ workflows, mayEdit }: Props) {
  const narrow = useMediaQuery('(max-width: 900px)', false, { getInitialValueInEffect: false });
  if (narrow) {
    return (
      <ul className={`${shared.cards} ${classes.cards}`} aria-label="Workflows">
        {workflows.map((workflow) => (
          <li key={workflow.id} data-retired={workflow.phase === 'retired' || undefined}>
            <Name workflow={workflow} />
            <span className={classes.facts}>
              {stepsOf(workflow)} · changed <Ago at={workflow.changedAt} />
            </span>
            {mayEdit && <Actions workflow={workflow} />}
          </li>
        ))}
      </ul>
    );
  }
  return (
    <ScrollRegion label="Workflows, a table" className={shared.scroll}>
      <table className={shared.table}>
        <thead>
          <tr>
            <th scope="col">Workflow</th>
            <th scope="col">Steps</th>
            <th scope="col">Changed</th>
            <th scope="col">
              <span className="sr-only">Actions</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {workflows.map((workflow) => (
            <tr key={workflow.id} data-retired={workflow.phase === 'retired' || undefined}>
              <th scope="row">
                <Name workflow={workflow} />
              </th>
              <td>{stepsOf(workflow)}</td>
              <td>
                <Ago at={workflow.changedAt} />
              </td>
              <td data-action>{mayEdit && <Actions workflow={workflow} />}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  );
}

const stepsOf = (workflow: Workflow) => plural(contentOfWorkflow(workflow).steps.length, 'step');

function Name({ workflow }: { workflow: Workflow }) {
  return (
    <span>
      <span className={classes.state}>
        <Link to={pathOf(workflow.id)} className={classes.name}>
          {nameOf(workflow)}
        </Link>
        <Badges workflow={workflow} />
      </span>
      <span className={shared.more}>{editionWords(workflow)}</span>
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
