import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { type RefusedCommand, useAuditRefusalsQuery } from '@/api/desk';
import { roleLabel, rolesInWords } from '@/lib/format/status';
import { humanize } from '@/lib/format/text';
import { EmptyState } from '@/ui';
import type { Column } from '@/ui/page/DataTable';
import classes from './audit.module.css';
import { OrderLink, When } from './EventRow';
import { surfaces } from './filters';
import { OrderPicker, PersonPicker } from './Pickers';
import { Rows, Table } from './Rows';
import { Who } from './Who';

/** Lists refused commands with the user, the command and the violated rule (BY-025). */
export function RefusalsView() {
  const [search, setSearch] = useSearchParams();
  const person = search.get('person') ?? '';
  const order = search.get('order') ?? '';
  const set = (name: string) => (value: string) =>
    setSearch(
      (before) => {
        const next = new URLSearchParams(before);
        if (value) next.set(name, value);
        else next.delete(name);
        return next;
      },
      { replace: true },
    );
  return (
    <>
      <div className={classes.filters} role="search" aria-label="Refused commands">
        <OrderPicker value={order} onChange={set('order')} />
        <PersonPicker value={person} onChange={set('person')} />
      </div>
      <div className={classes.frame}>
        <Table label="Refused commands found" columns={columns}>
          <Pages key={`${person} ${order}`} person={person} order={order} />
        </Table>
      </div>
    </>
  );
}

function Pages({ person, order }: { person: string; order: string }) {
  const [cursors, setCursors] = useState(['']);
  return cursors.map((cursor, i) => (
    <Page
      key={cursor}
      person={person}
      order={order}
      cursor={cursor}
      onMore={i === cursors.length - 1 ? (next) => setCursors([...cursors, next]) : undefined}
    />
  ));
}

type PageProps = { person: string; order: string; cursor: string; onMore?: (cursor: string) => void };

function Page({ person, order, cursor, onMore }: PageProps) {
  const { data, error, refetch } = useAuditRefusalsQuery(
    { person: person || undefined, order: order || undefined, cursor: cursor || undefined },
    { refetchOnMountOrArgChange: cursor === '' },
  );
  const more = data?.data.cursor;
  return (
    <Rows
      columns={columns}
      rows={data?.data.refusals}
      keyOf={({ id }) => id}
      error={error}
      refetch={() => void refetch()}
      first={cursor === ''}
      nothing={
        <EmptyState icon="check" title="No command was refused">
          {person || order
            ? 'Take a filter away to see those of others.'
            : 'Everything that was asked for was allowed.'}
        </EmptyState>
      }
      onMore={more && onMore ? () => onMore(more) : undefined}
    />
  );
}

const columns: Column<RefusedCommand>[] = [
  { head: 'When', className: `${classes.when} tabular`, cell: ({ at }) => <When event={{ at }} /> },
  {
    head: 'Who',
    className: classes.who,
    cell: ({ actor, impersonator, role }) => (
      <Who actor={actor} impersonator={impersonator}>
        {roleLabel(role)}
      </Who>
    ),
  },
  { head: 'Command', cell: ({ command }) => humanize(command.replace(/Command$/, '')) },
  { head: 'Why it was refused', className: classes.what, cell: (refused) => <Why refused={refused} /> },
  { head: 'Order', className: classes.order, cell: ({ order }) => order && <OrderLink order={order} /> },
  { head: 'From where', className: classes.via, cell: ({ via }) => surfaces[via] ?? via },
];

function Why({ refused }: { refused: RefusedCommand }) {
  const roles = refused.refusal?.allowedRoles ?? [];
  return (
    <>
      <span className={classes.label}>{refused.message}</span>
      {refused.details.map((line) => line !== refused.message && <p key={line}>{line}</p>)}
      <p className={classes.quiet}>
        Rule <code>{refused.refusal?.rule ?? refused.reason}</code>
        {roles.length > 0 && <>, open to {rolesInWords(roles)}</>}
      </p>
    </>
  );
}
