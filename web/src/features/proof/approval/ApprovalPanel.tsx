import { Button, Group } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import { Link } from 'react-router';
import type { Attachment, Order, Version } from '@/api';
import { type OrderRoute, type RouteFile, useOrderRouteQuery } from '@/api/approvals';
import { apiError } from '@/api/request/envelope';
import { dateTime, due } from '@/lib/format/dates';
import { proofPath } from '@/shared/proofPath';
import { Icon } from '@/ui';
import { Ago } from '@/ui/content/Ago';
import { useNow } from '../screen/review/useNow';
import classes from './approval.module.css';
import { DecideStep } from './DecideStep';
import { Route } from './Route';
import { absentOf, askedOf, askedWords, rejection, type Seat, sits, standing, stateWords } from './words';

const ReplaceDialog = lazy(() => import('./ReplaceDialog').then((module) => ({ default: module.ReplaceDialog })));

type Props = { order: Order; attachment: Attachment; version: Version; me: string };

/** The age in s from which a route is read again when the screen opens. */
const staleS = 30;

/**
 * How far the newest version of a file has come on the approval workflow of its order (D-29). Nothing
 * shows for an order without a workflow.
 */
export function ApprovalPanel({ order, attachment, version, me }: Props) {
  const { data, error, refetch, isFetching } = useOrderRouteQuery(
    { orderId: order.id },
    { refetchOnMountOrArgChange: staleS },
  );
  const route = data?.data;
  const file = route?.files.find(({ attachmentId }) => attachmentId === attachment.id);
  // Who may not see the route has none.
  if (!data && error && !isFetching && apiError(error).status !== 404) {
    return (
      <section className={classes.strip} aria-label="Approval" role="alert">
        <p className={classes.line}>
          Whether this order has an approval workflow could not be read.
          <Button size="compact-xs" variant="default" onClick={() => void refetch()}>
            Try again
          </Button>
        </p>
      </section>
    );
  }
  if (!route || !file || route.steps.length === 0) return null;
  return <Strip order={order} route={route} file={file} version={version.id} me={me} />;
}

type StripProps = { order: Order; route: OrderRoute; file: RouteFile; version: string; me: string };

function Strip({ order, route, file, version, me }: StripProps) {
  const orderId = order.id;
  const [open, setOpen] = useState(false);
  const [seat, setSeat] = useState<Seat | null>(null);
  const newest = file.versionId === version;
  const absent = absentOf(route, file);
  const why = rejection(file);
  const decides = file.state === 'running' && (file.mine || (!route.inReview && sits(route.steps[file.step], me)));
  return (
    <section className={classes.strip} aria-label="Approval" data-state={file.state}>
      <Group gap="4px 14px">
        <span className={classes.state}>
          <Icon name={file.state === 'rejected' ? 'close' : file.state === 'approved' ? 'check' : 'clock'} size={14} />
          <strong>{stateWords(route, file)}</strong>
        </span>
        <ol className={classes.chips} aria-hidden>
          {route.steps.map(({ name }, at) => (
            <li key={at} data-standing={standing(file, at)}>
              {name}
            </li>
          ))}
        </ol>
        <Waiting route={route} file={file} me={me} />
        <span className={classes.buttons}>
          {newest && decides && <DecideStep order={order} file={file} open={route.inReview} me={me} />}
          <Button size="xs" variant="subtle" aria-expanded={open} onClick={() => setOpen(!open)}>
            {open ? 'Hide the steps' : 'Show the steps'}
          </Button>
        </span>
      </Group>
      {!newest && (
        <p className={classes.line} role="note">
          This is an older version. Version {file.number} is up for approval.
          <Link to={proofPath(orderId, file.attachmentId, file.versionId)} replace>
            Open version {file.number}
          </Link>
        </p>
      )}
      {why && (
        <p className={classes.line}>
          {why.name} rejected version {file.number}
          {why.reason ? `: ${why.reason}` : '.'}
        </p>
      )}
      {absent.map((person) => (
        <p key={person.id} className={classes.absent} role="note">
          <Icon name="alert" size={14} />
          {person.name} cannot approve any more.
          {route.replaces ? (
            <Button
              size="compact-xs"
              variant="default"
              aria-label={`Ask somebody else than ${person.name}`}
              onClick={() => setSeat({ step: file.step, person })}
            >
              Ask somebody else
            </Button>
          ) : (
            ' The owner of your account can ask somebody else.'
          )}
        </p>
      ))}
      {open && <Route route={route} file={file} onReplace={setSeat} />}
      {seat && (
        <Suspense>
          <ReplaceDialog orderId={orderId} route={route} seat={seat} onClose={() => setSeat(null)} />
        </Suspense>
      )}
    </section>
  );
}

/** Who is asked, since when, and until when. */
function Waiting({ route, file, me }: Pick<StripProps, 'route' | 'file' | 'me'>) {
  const now = useNow();
  if (file.state !== 'running') {
    return (
      <span className={classes.quiet}>
        <Ago at={file.since} />
      </span>
    );
  }
  if (!route.inReview) return <span className={classes.quiet}>Decisions are made while the order is in review.</span>;
  const overdue = due(file.dueAt, now) === 'past';
  return (
    <span className={classes.quiet}>
      Asks {askedWords(askedOf(route, file), me) || 'nobody any more'}, since <Ago at={file.since} />
      {file.dueAt && (
        <span className={overdue ? classes.overdue : undefined}>
          {' · '}
          {overdue ? 'overdue since' : 'due'} {dateTime(file.dueAt)}
        </span>
      )}
    </span>
  );
}
