import type { QueueStatus, WorkerStatus } from '@/api/desk';
import { EmptyState } from '@/ui';
import { DataTable } from '@/ui/page/DataTable';
import { Panel } from '@/ui/page/Panel';
import { Named } from './Named';
import classes from './operations.module.css';
import { count, queueWords, workerWords } from './words';

/** Lists the jobs that run in one process at a time, with that process. */
export function Workers({ workers }: { workers: WorkerStatus[] }) {
  return (
    <Panel title="Workers" flush>
      <DataTable
        label="Workers"
        className={classes.table}
        rows={workers}
        keyOf={({ name }) => name}
        columns={[
          { head: 'Worker', cell: ({ name }) => <Named name={name} words={workerWords[name]} /> },
          { head: 'Behind', kind: 'number', cell: ({ lag }) => (lag === undefined ? '–' : count(lag)) },
          {
            head: 'Lease',
            cell: ({ held, holder }) => (
              <>
                <span className={classes.health} data-health={held ? 'good' : 'bad'}>
                  {held ? 'Held' : 'Free'}
                </span>
                <span className={classes.quiet}>{holder}</span>
              </>
            ),
          },
        ]}
      />
    </Panel>
  );
}

/** Lists the messages and the jobs that wait for a worker. */
export function Queues({ queues, missing }: { queues: QueueStatus[]; missing?: string }) {
  return (
    <Panel title="Queues" flush>
      {missing && (
        <EmptyState small icon="offline" title="Some queues cannot be told">
          {missing}
        </EmptyState>
      )}
      {queues.length > 0 && (
        <DataTable
          label="Queues"
          className={classes.table}
          rows={queues}
          keyOf={({ name }) => name}
          columns={[
            { head: 'Queue', cell: ({ name }) => <Named name={name} words={queueWords[name]} /> },
            { head: 'Waiting', kind: 'number', cell: ({ waiting }) => count(waiting) },
            { head: 'In work', kind: 'number', cell: ({ inFlight }) => count(inFlight) },
            { head: 'Again', kind: 'number', cell: ({ redelivered }) => count(redelivered) },
          ]}
        />
      )}
    </Panel>
  );
}
