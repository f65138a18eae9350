import { ActionIcon } from '@mantine/core';
import { Link } from 'react-router';
import type { AuditEvent } from '@/api/desk';
import type { HistoryEvent } from '@/api/generated';
import { capital, kindOf, kinds } from '@/shared/eventWords';
import { dateTime } from '@/lib/dates';
import { orderNumber } from '@/lib/text';
import { Icon, Tip } from '@/ui';
import { RichText } from '@/ui/RichText';
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

type Props = { event: Shown; withOrder: boolean; historyOf?: string };

/** Shows one event: when, who, what changed and why, from where. */
export function EventRow({ event, withOrder, historyOf }: Props) {
  const order = event.order;
  return (
    <tr>
      <td className={`${classes.when} tabular`}>
        <time dateTime={event.at}>{dateTime(event.at)}</time>
        <span>{event.position.toLocaleString('en')}</span>
      </td>
      <td className={classes.who}>
        <Who actor={event.actor} impersonator={event.impersonator} />
      </td>
      <td className={classes.what}>
        <span className={classes.label}>
          <span className={classes.dot} style={{ background: kinds[event.kind].colour }} />
          <span className="sr-only">{kinds[event.kind].label}: </span>
          {capital(event.label)}
        </span>
        {event.diff.length > 0 && (
          <dl className={classes.diff}>
            {event.diff.map(({ field, from, to }) => (
              <div key={field}>
                <dt>{field}</dt>
                <dd>
                  {from && (
                    <del>
                      <span className="sr-only">from </span>
                      {from}
                    </del>
                  )}
                  <ins>
                    <span className="sr-only">to </span>
                    {to || 'none'}
                  </ins>
                </dd>
              </div>
            ))}
          </dl>
        )}
        {event.message && (
          <blockquote className={classes.reason}>
            <RichText json={event.message} />
          </blockquote>
        )}
        {event.reason && <p className={classes.reason}>{event.reason}</p>}
      </td>
      {withOrder && (
        <td className={classes.order}>
          {order && (
            <Link to={`/audit?order=${order.id}`} title={order.name}>
              <span className="tabular">{order.number ? orderNumber(order.number) : 'Deleted order'}</span>
              <span>{order.name}</span>
            </Link>
          )}
        </td>
      )}
      <td className={classes.via}>{surfaces[event.via] ?? event.via}</td>
      <td className={classes.jumps}>
        {historyOf && (
          <Jump to={`/orders/detail/${historyOf}/history?at=${event.position}`} label="The order then" icon="history" />
        )}
        <Jump to={`/audit/time-machine?at=${event.position}`} label="The board then" icon="board" />
      </td>
    </tr>
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
