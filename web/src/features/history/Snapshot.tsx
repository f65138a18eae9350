import { Skeleton } from '@mantine/core';
import { Link } from 'react-router';
import type { HistoryEvent, Order } from '@/api/generated';
import { date, dateTime } from '@/lib/format/dates';
import { plural } from '@/lib/format/text';
import { proofPath } from '@/shared/proofPath';
import { detailNames, details } from '@/shared/view/details';
import { ErrorState, PersonAvatar, StatusBadge } from '@/ui';
import { Panel } from '@/ui/page/Panel';
import { hasText, RichText } from '@/ui/content/RichText';
import classes from './history.module.css';

type Shown = [label: string, value: string, changed?: true];
type Props = { order?: Order; event: HistoryEvent; waiting: boolean; failed: boolean; onRetry: () => void };

function isChanged(event: HistoryEvent, name: string): true | undefined {
  return event.diff.some(({ field }) => field === name) || undefined;
}

/** Shows the order as of an event, with the changes of this event highlighted. */
export function Snapshot({ order, event, waiting, failed, onRetry }: Props) {
  if (failed) return <ErrorState message="The order could not be shown as of this event." onRetry={onRetry} />;
  if (!order) return <Skeleton height={360} radius={10} role="status" aria-label="Loading the order" />;
  const files = [
    ...order.attachments.customerReview,
    ...order.attachments.suppliedFiles,
    ...order.attachments.internalReview,
  ];
  const facts: Shown[] = [
    ['Name', order.orderName, isChanged(event, 'Name')],
    ['Service', order.serviceName || 'none', isChanged(event, 'Service')],
    ['Due', order.dueDate ? date(order.dueDate) : 'none', isChanged(event, 'Due')],
    ...detailNames.map((name): Shown => [details[name].label, order[name], isChanged(event, details[name].label)]),
    ['Operator', order.operator?.name ?? 'none', isChanged(event, 'Operator')],
    ['Manager', order.manager?.name ?? 'none', isChanged(event, 'Manager')],
  ];
  if (order.holdReason) facts.push(['Held because', order.holdReason, isChanged(event, 'Hold reason')]);
  return (
    <Panel title={`As of ${dateTime(event.at)}`} aside={<StatusBadge status={order.status} />}>
      <div aria-busy={waiting} className={classes.snapshot}>
        <dl className={classes.facts}>
          {facts.map(([label, value, changed]) => (
            <div key={label} data-changed={changed}>
              <dt>{label}</dt>
              <dd>
                {value}
                {changed && <span className="sr-only"> (changed here)</span>}
              </dd>
            </div>
          ))}
        </dl>
        <h3 className={classes.sub}>Brief</h3>
        <div data-changed={isChanged(event, 'Brief')} className={classes.brief}>
          {hasText(order.brief) ? (
            <RichText json={order.brief} />
          ) : (
            <p className={classes.quiet}>No brief was written yet.</p>
          )}
        </div>
        <h3 className={classes.sub}>Files</h3>
        {files.length === 0 ? (
          <p className={classes.quiet}>No files yet.</p>
        ) : (
          <ul className={classes.files}>
            {files.map((file) => (
              <li key={file.id}>
                <Link
                  to={proofPath(order.id, file.id, undefined, String(event.position))}
                  title="The proof and its comments then"
                >
                  {file.name}
                </Link>
                <span className={classes.quiet}>{plural(file.versions.length, 'version')}</span>
              </li>
            ))}
          </ul>
        )}
        <h3 className={classes.sub}>People</h3>
        <ul className={classes.people}>
          {[order.creator, order.operator, order.manager, ...order.collaborators].map(
            (person, index) =>
              person && (
                <li key={`${person.id}${index}`}>
                  <PersonAvatar name={person.name} image={person.avatar} size={26} />
                </li>
              ),
          )}
        </ul>
      </div>
    </Panel>
  );
}
