import { useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { type RefusedCommand, useAuditRefusalsQuery } from '@/api/desk';
import { dateTime } from '@/lib/dates';
import { roleLabel, rolesInWords } from '@/lib/status';
import { humanize, orderNumber } from '@/lib/text';
import { EmptyState } from '@/ui';
import { ScrollRegion } from '@/ui/ScrollRegion';
import classes from './audit.module.css';
import { Rows } from './EventsView';
import { surfaces } from './filters';
import { OrderPicker, PersonPicker } from './Pickers';
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
        <ScrollRegion label="Refused commands found" className={classes.scroll}>
          <table className={classes.table}>
            <thead>
              <tr>
                <th scope="col">When</th>
                <th scope="col">Who</th>
                <th scope="col">Command</th>
                <th scope="col">Why it was refused</th>
                <th scope="col">Order</th>
                <th scope="col">From where</th>
              </tr>
            </thead>
            <Pages key={`${person} ${order}`} person={person} order={order} />
          </table>
        </ScrollRegion>
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
      columns={6}
      error={error}
      refetch={() => void refetch()}
      loading={!data}
      empty={cursor === '' && data?.data.refusals.length === 0}
      nothing={
        <EmptyState icon="check" title="No command was refused">
          {person || order
            ? 'Take a filter away to see those of others.'
            : 'Everything that was asked for was allowed.'}
        </EmptyState>
      }
      onMore={more && onMore ? () => onMore(more) : undefined}
    >
      {data?.data.refusals.map((refused) => (
        <Refused key={refused.id} refused={refused} />
      ))}
    </Rows>
  );
}

function Refused({ refused }: { refused: RefusedCommand }) {
  const roles = refused.refusal?.allowedRoles ?? [];
  return (
    <tr>
      <td className={`${classes.when} tabular`}>
        <time dateTime={refused.at}>{dateTime(refused.at)}</time>
      </td>
      <td className={classes.who}>
        <Who actor={refused.actor} impersonator={refused.impersonator}>
          {roleLabel(refused.role)}
        </Who>
      </td>
      <td>{humanize(refused.command.replace(/Command$/, ''))}</td>
      <td className={classes.what}>
        <span className={classes.label}>{refused.message}</span>
        {refused.details.map((line) => line !== refused.message && <p key={line}>{line}</p>)}
        <p className={classes.quiet}>
          Rule <code>{refused.refusal?.rule ?? refused.reason}</code>
          {roles.length > 0 && <>, open to {rolesInWords(roles)}</>}
        </p>
      </td>
      <td className={classes.order}>
        {refused.order && (
          <Link to={`/audit?order=${refused.order.id}`} title={refused.order.name}>
            <span className="tabular">
              {refused.order.number ? orderNumber(refused.order.number) : 'Deleted order'}
            </span>
            <span>{refused.order.name}</span>
          </Link>
        )}
      </td>
      <td className={classes.via}>{surfaces[refused.via] ?? refused.via}</td>
    </tr>
  );
}
