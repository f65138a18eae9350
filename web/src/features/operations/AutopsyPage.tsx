import { Button, Skeleton, Stack } from '@mantine/core';
import { Link, useNavigate, useParams } from 'react-router';
import { apiError, details, sentence } from '@/api/request/envelope';
import { type Autopsy, useAutopsyQuery, useRetryParkedMutation, useSkipParkedMutation, type WayOut } from '@/api/desk';
import { useAbility, useMe } from '@/api/hooks';
import { dateTime } from '@/lib/format/dates';
import { plural } from '@/lib/format/text';
import { toastError, toastSuccess } from '@/shared/command/notify';
import { askReason, confirm, EmptyState, ErrorState, Icon } from '@/ui';
import { Page } from '@/ui/page/Page';
import { Panel } from '@/ui/page/Panel';
import { changedColumns } from './changes';
import classes from './operations.module.css';
import { Prefix, State } from './Prefix';
import { Differences } from './Report';
import { count } from './words';

/** Shows why a stream is parked, and the outcome of each remedy before it is applied (BY-017). */
export default function AutopsyPage() {
  const { projection = '', stream = '' } = useParams();
  const me = useMe();
  const may = useAbility('operations');
  const { data, error, refetch, isFetching } = useAutopsyQuery(
    { projection, stream },
    { skip: !may, refetchOnMountOrArgChange: true },
  );
  if (me && !may) {
    return (
      <EmptyState icon="lock" title="This page is for admins">
        Ask an admin if something seems to be stuck.
      </EmptyState>
    );
  }
  const failure = error ? apiError(error) : undefined;
  const found = failure ? undefined : data?.data;
  return (
    <Page
      title={found ? `${found.parked.type} cannot be applied` : 'Autopsy'}
      above={
        <>
          <Link to="/operations">Operations</Link>
          <Icon name="chevronRight" size={12} />
          {projection}
        </>
      }
      actions={
        found && (
          <Button
            size="xs"
            variant="default"
            loading={isFetching}
            leftSection={<Icon name="refresh" size={14} />}
            onClick={() => void refetch()}
          >
            Look again
          </Button>
        )
      }
    >
      {failure?.reason === 'operations.not_parked' && (
        <EmptyState
          icon="check"
          title="Nothing is parked here"
          action={
            <Button component={Link} to="/operations" variant="default" size="xs">
              Back to operations
            </Button>
          }
        >
          The stream was applied: it shows what the log says.
        </EmptyState>
      )}
      {failure && failure.reason !== 'operations.not_parked' && (
        <ErrorState message={sentence(failure)} details={details(failure)} onRetry={() => void refetch()} />
      )}
      {!found && !failure && <Skeleton height={420} radius={10} aria-label="Examining the stream" />}
      {found && <Findings found={found} />}
    </Page>
  );
}

function Findings({ found }: { found: Autopsy }) {
  const { parked, order } = found;
  return (
    <Stack gap={16}>
      <Panel label="The failure">
        <dl className={classes.facts}>
          <div>
            <dt>Error</dt>
            <dd>
              <code>{parked.error}</code>
            </dd>
          </div>
          <div>
            <dt>Event</dt>
            <dd className="tabular">
              {count(parked.position)}, version {parked.version} of its stream
            </dd>
          </div>
          <div>
            <dt>Parked since</dt>
            <dd>{dateTime(parked.since)}</dd>
          </div>
          <div>
            <dt>Belongs to</dt>
            <dd>
              {order ? (
                <Link to={`/orders/detail/${order.id}/history`}>
                  {[order.number, order.name].filter(Boolean).join(' ') || 'a deleted order'}
                </Link>
              ) : (
                'no order'
              )}
            </dd>
          </div>
          <div>
            <dt>On empty tables</dt>
            <dd>
              {found.alone
                ? 'It fails as well: the stream alone is to blame.'
                : 'It works: rows of other streams have a part in it.'}
            </dd>
          </div>
        </dl>
      </Panel>
      <div className={classes.ways}>
        <Retry found={found} />
        <Upcast found={found} />
        <Skip found={found} />
      </div>
      <Prefix found={found} />
      <State rows={found.before} />
    </Stack>
  );
}

function Way({ title, way, children }: { title: string; way: WayOut; children: React.ReactNode }) {
  const changing = way.changes.filter((row) => changedColumns(row).length > 0);
  return (
    <Panel title={title}>
      <p className={classes.way}>
        <span className={classes.health} data-health={way.works ? 'good' : 'bad'}>
          {way.works ? 'Would work' : 'Would park it again'}
        </span>
        <span className={classes.quiet}>
          {plural(way.applied, 'event')} applied
          {way.failsAt !== undefined && `, then event ${count(way.failsAt)} fails`}
        </span>
      </p>
      {way.error && <code className={classes.block}>{way.error}</code>}
      {changing.length > 0 && (
        <details className={classes.affected}>
          <summary>{plural(changing.length, 'row')} would change</summary>
          <Differences rows={changing} after="then" />
        </details>
      )}
      {changing.length === 0 && way.changes.length > 0 && (
        <p className={classes.note}>The rows it writes would stay as they are.</p>
      )}
      {children}
    </Panel>
  );
}

function Retry({ found }: { found: Autopsy }) {
  const navigate = useNavigate();
  const [retry, { isLoading }] = useRetryParkedMutation();
  const ask = async () => {
    const agreed = await confirm({
      type: 'CONTINUECANCEL',
      title: `Try the parked streams of ${found.projection} again?`,
      message: found.retry.works
        ? 'The stream goes on from where it stopped.'
        : 'As things are this stream would be parked again. That does no harm.',
      accept: 'Try again',
    });
    if (!agreed) return;
    try {
      toastSuccess((await retry({ projection: found.projection }).unwrap()).message);
      void navigate('/operations');
    } catch (error) {
      toastError(error);
    }
  };
  return (
    <Way title="Retry" way={found.retry}>
      <Button
        size="xs"
        variant={found.retry.works ? 'filled' : 'default'}
        loading={isLoading}
        onClick={() => void ask()}
        leftSection={<Icon name="refresh" size={14} />}
      >
        Retry
      </Button>
    </Way>
  );
}

function Upcast({ found: { decoding } }: { found: Autopsy }) {
  const [raw, upcast] = [decoding.raw, decoding.upcast].map((data) => JSON.stringify(data ?? null, null, 2));
  const differs = Boolean(decoding.upcast) && upcast !== raw;
  return (
    <Panel title="Upcast">
      <p className={classes.way}>
        <span className={classes.health} data-health={decoding.error ? 'bad' : 'good'}>
          {decoding.error ? 'Cannot be read' : 'Can be read'}
        </span>
        <span className={classes.quiet}>
          stored as version {decoding.stored}, this program has{' '}
          {decoding.current > 0 ? `version ${decoding.current}` : 'no such event'}
        </span>
      </p>
      {decoding.error && <code className={classes.block}>{decoding.error}</code>}
      <details className={classes.affected}>
        <summary>Data as stored{differs && ' and as read'}</summary>
        <pre className={classes.json}>{raw}</pre>
        {differs && <pre className={classes.json}>{upcast}</pre>}
      </details>
      {decoding.error && (
        <p className={classes.quiet}>A release with an upcaster for this version reads it; then try it again.</p>
      )}
    </Panel>
  );
}

function Skip({ found }: { found: Autopsy }) {
  const navigate = useNavigate();
  const [skip, { isLoading }] = useSkipParkedMutation();
  const { projection, parked } = found;
  const ask = async () => {
    const reason = await askReason({
      title: `Leave event ${count(parked.position)} out of ${projection}?`,
      message:
        'The projection goes on without this event, now and in every rebuild. The log keeps it, and keeps your reason.',
      label: 'Why is it left out?',
    });
    if (reason === null) return;
    const skipRequest = { position: parked.position, reason };
    try {
      toastSuccess((await skip({ projection, stream: parked.stream, skipRequest }).unwrap()).message);
      void navigate('/operations');
    } catch (error) {
      toastError(error);
    }
  };
  return (
    <Way title="Skip" way={found.skip}>
      <Button size="xs" variant="default" loading={isLoading} onClick={() => void ask()}>
        Skip this event…
      </Button>
    </Way>
  );
}
