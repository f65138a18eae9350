import { Button, Menu } from '@mantine/core';
import { type OperationsAnswer, type ProjectionStatus, useRequestRebuildMutation } from '@/api/desk';
import { toastError, toastSuccess } from '@/shared/command/notify';
import { confirm, Icon } from '@/ui';
import { DataTable } from '@/ui/page/DataTable';
import { Panel } from '@/ui/page/Panel';
import { Named } from './Named';
import classes from './operations.module.css';
import { useRates } from './useRates';
import { count, duration, healthOf, isActive, projectionWords } from './words';

/** Lists the projections with their position, the process that runs them, and actions. */
export function Projections({ now }: { now: OperationsAnswer['data'] }) {
  const rates = useRates(now);
  return (
    <Panel title="Projections" flush>
      <DataTable
        label="Projections"
        className={classes.table}
        rows={now.projections}
        keyOf={({ name }) => name}
        columns={[
          { head: 'Projection', cell: ({ name }) => <Named name={name} words={projectionWords[name]} /> },
          { head: 'State', cell: (status) => <Health status={status} /> },
          { head: 'Position', kind: 'number', cell: ({ position }) => count(position) },
          {
            head: 'Behind',
            kind: 'number',
            cell: ({ lag, lagSeconds }) => (
              <>
                {count(lag)}
                <span className={classes.quiet}>{lag > 0 && duration(lagSeconds)}</span>
              </>
            ),
          },
          {
            head: 'Rate',
            kind: 'number',
            cell: ({ name }) => {
              const rate = rates[name];
              return rate === undefined ? '–' : `${count(rate)}/s`;
            },
          },
          {
            head: 'Run by',
            className: classes.holder,
            cell: ({ holder, parts }) => (
              <>
                {holder ?? 'nobody'}
                <span className={classes.quiet}>{parts > 1 && `${parts} parts`}</span>
              </>
            ),
          },
          {
            head: 'Actions',
            kind: 'action',
            cell: ({ name }) => (
              <RebuildMenu name={name} busy={now.rebuilds.some((job) => job.projection === name && isActive(job))} />
            ),
          },
        ]}
      />
    </Panel>
  );
}

function Health({ status }: { status: ProjectionStatus }) {
  const { health, label } = healthOf(status);
  return (
    <span className={classes.health} data-health={health}>
      {label}
    </span>
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
