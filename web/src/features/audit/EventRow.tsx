import { ActionIcon } from '@mantine/core';
import { Link } from 'react-router';
import type { AuditEvent } from '@/api/desk';
import type { HistoryEvent } from '@/api/generated';
import { capital, kindOf, kinds } from '@/shared/eventWords';
import { ChangedFields } from '@/shared/view/ChangedFields';
import { dateTime } from '@/lib/format/dates';
import { Icon, Tip } from '@/ui';
import type { Column } from '@/ui/page/DataTable';
import { RichText } from '@/ui/content/RichText';
import classes from './audit.module.css';
import { surfaces } from './filters';
import { Who } from './Who';

type Shown = Pick<AuditEvent, 'position' | 'label' | 'actor' | 'impersonator' | 'at' | 'via' | 'reason' | 'order'> & {
  kind: AuditEvent['kind'];
  diff: HistoryEvent['diff'];
  /** The text of a comment, even if it has been deleted since (D-70). */
  message?: string;
};

export const fromAudit = (event: AuditEvent): Shown => ({ ...event, diff: [] });

export const fromHistory = (event: HistoryEvent): Shown => ({
  ...event,
  kind: kindOf(event),
  message: typeof event.data.message === 'string' ? event.data.message : undefined,
});

/** Shows an event: when, who, what changed and why, from where. `historyOf` is the order whose history is shown. */
export const eventColumns = (historyOf?: string): (Column<Shown> | false)[] => [
  { head: 'When', className: `${classes.when} tabular`, cell: (event) => <When event={event} /> },
  {
    head: 'Who',
    className: classes.who,
    cell: ({ actor, impersonator }) => <Who actor={actor} impersonator={impersonator} />,
  },
  { head: 'What', className: classes.what, cell: (event) => <What event={event} /> },
  !historyOf && { head: 'Order', className: classes.order, cell: ({ order }) => order && <OrderLink order={order} /> },
  { head: 'From where', className: classes.via, cell: ({ via }) => surfaces[via] ?? via },
  {
    head: 'Show',
    kind: 'action',
    className: classes.jumps,
    cell: ({ position, order }) => {
      const of = historyOf ?? order?.id;
      return (
        <>
          {of && <Jump to={`/orders/detail/${of}/history?at=${position}`} label="The order then" icon="history" />}
          <Jump to={`/audit/time-machine?at=${position}`} label="The board then" icon="board" />
        </>
      );
    },
  },
];

/** The time of an event, and its position in the log. */
export function When({ event: { at, position } }: { event: { at: string; position?: number } }) {
  return (
    <>
      <time dateTime={at}>{dateTime(at)}</time>
      {position !== undefined && <span>{position.toLocaleString('en')}</span>}
    </>
  );
}

export function OrderLink({ order: { id, name, number } }: { order: NonNullable<Shown['order']> }) {
  return (
    <Link to={`/audit?order=${id}`} title={name}>
      <span className="tabular">{number || 'Deleted order'}</span>
      <span>{name}</span>
    </Link>
  );
}

function What({ event }: { event: Shown }) {
  return (
    <>
      <span className={classes.label}>
        <span className={classes.dot} style={{ background: kinds[event.kind].colour }} />
        <span className="sr-only">{kinds[event.kind].label}: </span>
        {capital(event.label)}
      </span>
      <ChangedFields diff={event.diff} className={classes.diff} />
      {event.message && (
        <blockquote className={classes.reason}>
          <RichText json={event.message} />
        </blockquote>
      )}
      {event.reason && <p className={classes.reason}>{event.reason}</p>}
    </>
  );
}

function Jump({ to, label, icon }: { to: string; label: string; icon: 'history' | 'board' }) {
  return (
    <Tip label={label}>
      <ActionIcon component={Link} to={to} variant="subtle" color="gray" size={26} aria-label={label}>
        <Icon name={icon} size={15} />
      </ActionIcon>
    </Tip>
  );
}
