import type { QueueStatus, WorkerStatus } from '@/api/desk';
import { EmptyState } from '@/ui';
import { Panel } from '@/ui/Panel';
import { ScrollRegion } from '@/ui/ScrollRegion';
import classes from './operations.module.css';
import { count, queueWords, workerWords } from './words';

/** Lists the jobs that run in one process at a time, with that process. */
export function Workers({ workers }: { workers: WorkerStatus[] }) {
  return (
    <Panel title="Workers" flush>
      <ScrollRegion label="Workers, a table" className={classes.scroll}>
        <table className={classes.table}>
          <thead>
            <tr>
              <th scope="col">Worker</th>
              <th scope="col" className={classes.number}>
                Behind
              </th>
              <th scope="col">Lease</th>
            </tr>
          </thead>
          <tbody>
            {workers.map((worker) => (
              <tr key={worker.name}>
                <th scope="row">
                  {worker.name}
                  <span className={classes.quiet}>{workerWords[worker.name]}</span>
                </th>
                <td className={classes.number}>{worker.lag === undefined ? '–' : count(worker.lag)}</td>
                <td>
                  <span className={classes.health} data-health={worker.held ? 'good' : 'bad'}>
                    {worker.held ? 'Held' : 'Free'}
                  </span>
                  <span className={classes.quiet}>{worker.holder}</span>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollRegion>
    </Panel>
  );
}

/** Shows the number of messages waiting in the message broker for the workers. */
export function Queues({ queues, missing }: { queues: QueueStatus[]; missing?: string }) {
  return (
    <Panel title="Queues" flush>
      {missing && (
        <EmptyState small icon="offline" title="The queues cannot be told">
          {missing}
        </EmptyState>
      )}
      {!missing && (
        <ScrollRegion label="Queues, a table" className={classes.scroll}>
          <table className={classes.table}>
            <thead>
              <tr>
                <th scope="col">Queue</th>
                {['Waiting', 'In work', 'Again'].map((name) => (
                  <th key={name} scope="col" className={classes.number}>
                    {name}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {queues.map((queue) => (
                <tr key={queue.name}>
                  <th scope="row">
                    {queue.name}
                    <span className={classes.quiet}>{queueWords[queue.name]}</span>
                  </th>
                  {[queue.waiting, queue.inFlight, queue.redelivered].map((n, i) => (
                    <td key={i} className={classes.number}>
                      {count(n)}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </ScrollRegion>
      )}
    </Panel>
  );
}
