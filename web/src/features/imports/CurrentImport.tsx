import { Button, Group, Progress, Skeleton, Stack } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router';
import { apiError, sentence } from '@/api/request/envelope';
import { type Import, useCancelImportMutation, useConfirmImportMutation, useShowImportQuery } from '@/api/imports';
import { plural } from '@/lib/format/text';
import { ErrorState } from '@/ui';
import { BusyButton } from '@/ui/fields/BusyButton';
import { Panel } from '@/ui/page/Panel';
import { Lists } from './Lists';
import { Problems } from './Problems';
import { Reading } from './Reading';
import { askEveryMs, counted, fresh, staysBehind, works } from './words';
import classes from './imports.module.css';

const perPage = 100;

/** One import: its check, its progress and its result. */
export function CurrentImport({ importId }: { importId: string }) {
  const [from, setFrom] = useState(0);
  const request = { importId, from };
  const { currentData: cached } = useShowImportQuery(request, { refetchOnMountOrArgChange: true });
  const busy = cached ? works(cached.data.import) : false;
  const { data, error, refetch } = useShowImportQuery(request, { pollingInterval: busy ? askEveryMs : 0 });
  const one = data?.data.import;
  if (error && !one) {
    return (
      <Panel label="Import">
        <ErrorState message={sentence(apiError(error))} onRetry={() => void refetch()} />
      </Panel>
    );
  }
  if (!one || !data) {
    return (
      <Panel label="Import">
        <Skeleton height={120} radius={10} role="status" aria-label="Loading the import" />
      </Panel>
    );
  }
  return (
    <>
      {one.state === 'checked' && one.csv && <Reading key={one.id} importId={one.id} csv={one.csv} />}
      <Panel title={one.accountName ? `${one.fileName} for ${one.accountName}` : one.fileName}>
        <div className={classes.current} aria-live="polite">
          <Facts one={one} />
        </div>
        <Actions one={one} />
      </Panel>
      {one.state === 'checked' && one.lists.length > 0 && <Lists key={one.id} one={one} />}
      {one.problemCount > 0 && !works(one) && (
        <Problems problems={data.data.problems} count={one.problemCount} from={from} page={perPage} onFrom={setFrom} />
      )}
    </>
  );
}

function Facts({ one }: { one: Import }) {
  switch (one.state) {
    case 'receiving':
      return <p>The file has not arrived completely. Choose it again.</p>;
    case 'checking':
      return <p role="status">Checking the file …</p>;
    case 'checked':
      return <Checked one={one} />;
    case 'importing':
      return <Handled one={one} />;
    case 'done':
    case 'cancelled':
      return (
        <>
          <p className={one.state === 'done' ? classes.good : undefined}>
            {one.state === 'done' ? 'The import is done. ' : 'The import was cancelled. '}
            {counted(one.kind, one.created)} created
            {one.existing > 0 && `, ${counted(one.kind, one.existing)} existed already`}.
          </p>
          {one.state === 'done' && one.kind !== 'people' && one.kind !== 'customers' && (
            <p>
              <Link to="/order-list">See the orders</Link>
            </p>
          )}
        </>
      );
    case 'failed':
      return (
        <p className={classes.failure}>
          The import failed. {one.failure} {counted(one.kind, one.created)} created. Import the file again: what exists
          stays as it is.
        </p>
      );
  }
}

/** What the check of a file found. */
function Checked({ one }: { one: Import }) {
  const unit = one.notImported ? 'card' : 'row';
  const refused = one.rows - one.accepted - one.leftOut;
  const behind = one.notImported ? staysBehind(one.notImported) : '';
  return (
    <>
      <ul className={classes.facts}>
        <li>{plural(one.rows, unit)} in the file</li>
        <li data-good={fresh(one) > 0 || undefined}>{counted(one.kind, fresh(one))} will be created</li>
        {one.existing > 0 && <li>{counted(one.kind, one.existing)} exist already, and stay as they are</li>}
        {one.leftOut > 0 && <li>{plural(one.leftOut, 'card')} left out, because of their lists</li>}
        {refused > 0 && <li data-bad>{plural(refused, unit)} left out, because of problems</li>}
        {behind && <li>Not imported: {behind}</li>}
      </ul>
      {fresh(one) === 0 && <p className={classes.about}>There is nothing to import.</p>}
    </>
  );
}

function Handled({ one }: { one: Import }) {
  const percent = one.accepted > 0 ? Math.round((100 * one.handled) / one.accepted) : 0;
  return (
    <Stack gap={6} w="100%" role="status">
      <span>
        {one.handled.toLocaleString('en')} of {one.accepted.toLocaleString('en')} rows
      </span>
      <Progress value={percent} color="brand" size={8} aria-label={`Imported: ${percent}%`} />
      {one.resumesAt && (
        <span className={classes.quiet}>
          {(one.kind === 'people' || one.kind === 'customers') && 'Enough people were invited for this hour. '}
          The import goes on at {new Date(one.resumesAt).toLocaleTimeString([], { hour: '2-digit', minute: '2-digit' })}
          .
        </span>
      )}
      <span className={classes.quiet}>You can leave this page.</span>
    </Stack>
  );
}

function Actions({ one }: { one: Import }) {
  const [confirm, confirming] = useConfirmImportMutation();
  const [cancel, cancelling] = useCancelImportMutation();
  const failure = confirming.error ?? cancelling.error;
  const open = one.state === 'checked' || works(one);
  if (!open && !failure) return null;
  return (
    <>
      {failure && (
        <p className={classes.failure} role="alert">
          {sentence(apiError(failure))}
        </p>
      )}
      <Group gap={8} align="stretch" mt={14}>
        {one.state === 'checked' && fresh(one) > 0 && (
          <BusyButton busy={confirming.isLoading} onClick={() => void confirm({ importId: one.id })}>
            Import {counted(one.kind, fresh(one))}
          </BusyButton>
        )}
        {open && (
          <Button variant="default" onClick={() => cancelling.isLoading || void cancel({ importId: one.id })}>
            {one.state === 'checked' ? 'Discard' : 'Cancel the import'}
          </Button>
        )}
      </Group>
    </>
  );
}
