import { Button, Menu } from '@mantine/core';
import { type OperationsAnswer, type ProjectionStatus, useRequestRebuildMutation } from '@/api/desk';
import { toastError, toastSuccess } from '@/shared/notify';
import { confirm, Icon } from '@/ui';
import { Panel } from '@/ui/Panel';
import { ScrollRegion } from '@/ui/ScrollRegion';
import classes from './operations.module.css';
import { useRates } from './useRates';
import { count, duration, healthOf, isActive, projectionWords } from './words';

/** Lists the projections with their position, the process that runs them, and actions. */
export function Projections({ now }: { now: OperationsAnswer['data'] }) {
  const rates = useRates(now);
  return (
    <Panel title="Projections" flush>
      <ScrollRegion label="Projections, a table" className={classes.scroll}>
        <table className={classes.table}>
          <thead>
            <tr>
              <th scope="col">Projection</th>
              <th scope="col">State</th>
              <th scope="col" className={classes.number}>
                Position
              </th>
              <th scope="col" className={classes.number}>
                Behind
              </th>
              <th scope="col" className={classes.number}>
                Rate
              </th>
              <th scope="col">Run by</th>
              <th scope="col">
                <span className="sr-only">Actions</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {now.projections.map((status) => (
              <Row
                key={status.name}
                status={status}
                rate={rates[status.name]}
                busy={now.rebuilds.some((job) => job.projection === status.name && isActive(job))}
              />
            ))}
          </tbody>
        </table>
      </ScrollRegion>
    </Panel>
  );
}

function Row({ status, rate, busy }: { status: ProjectionStatus; rate: number | undefined; busy: boolean }) {
  const { health, label } = healthOf(status);
  return (
    <tr>
      <th scope="row">
        {status.name}
        <span className={classes.quiet}>{projectionWords[status.name]}</span>
      </th>
      <td>
        <span className={classes.health} data-health={health}>
          {label}
        </span>
      </td>
      <td className={classes.number}>{count(status.position)}</td>
      <td className={classes.number}>
        {count(status.lag)}
        <span className={classes.quiet}>{status.lag > 0 && duration(status.lagSeconds)}</span>
      </td>
      <td className={classes.number}>{rate === undefined ? '–' : `${count(rate)}/s`}</td>
      <td className={classes.holder}>
        {status.holder ?? 'nobody'}
        <span className={classes.quiet}>{status.parts > 1 && `${status.parts} parts`}</span>
      </td>
      <td className={classes.actions}>
        <RebuildMenu name={status.name} busy={busy} />
      </td>
    </tr>
  );
}

function RebuildMenu({ name, busy }: { name: string; busy: boolean }) {
  const [request, { isLoading }] = useRequestRebuildMutation();
  const ask = async (dryRun: boolean) => {
    const agreed = await confirm({
      type: 'CONTINUECANCEL',
      title: dryRun ? `Dry run of ${name}?` : `Rebuild ${name}?`,
      message: dryRun
        ? 'The projection is built anew beside the live tables, compared row by row, and dropped. Nothing changes.'
        : 'The projection is built anew beside the live tables and swapped in at once when it has caught up. People can go on working meanwhile.',
      accept: dryRun ? 'Start the dry run' : 'Start the rebuild',
    });
    if (!agreed) return;
    try {
      toastSuccess((await request({ projection: name, rebuildRequest: { dryRun } }).unwrap()).message);
    } catch (error) {
      toastError(error);
    }
  };
  return (
    <Menu hideDetached={false} position="bottom-end">
      <Menu.Target>
        <Button
          size="compact-xs"
          variant="default"
          disabled={busy}
          loading={isLoading}
          rightSection={<Icon name="chevronDown" size={13} />}
          aria-label={`Rebuild ${name}`}
        >
          Rebuild
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => void ask(true)}>Dry run and compare…</Menu.Item>
        <Menu.Item onClick={() => void ask(false)}>Rebuild and swap…</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
