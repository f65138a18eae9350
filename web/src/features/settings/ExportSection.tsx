import { Group, Progress, Skeleton, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { type AccountExport, useRequestAccountExportMutation } from '@/api/session/account';
import { apiError, sentence } from '@/api/request/envelope';
import { dateTime } from '@/lib/format/dates';
import { fileSize } from '@/lib/format/text';
import { Refusal } from '@/shared/accounts/forms/Refusal';
import { ErrorState } from '@/ui';
import { BusyButton } from '@/ui/fields/BusyButton';
import { Panel } from '@/ui/page/Panel';
import classes from './settings.module.css';
import { useAccountExport, useExportDownload } from './useAccountExport';

/** Everything of the customer's account as one zip, for its owner (BY-044). */
export function ExportSection({ own }: { own: boolean }) {
  const { now, error, refetch } = useAccountExport();
  return (
    <Panel title="Export your account" id="export" tour="settings-export">
      <div className={classes.export}>
        <p className={classes.about}>
          One zip file with all orders of the account: their files, comments and history, and the certificates of
          approvals. A signed list has every file. Anybody can verify it with{' '}
          <code className={classes.command}>proofboard audit check</code>.
        </p>
        {!own && <p className={classes.about}>Only the person themselves can export the account.</p>}
        {own && error && <ErrorState small message={sentence(apiError(error))} onRetry={refetch} />}
        {own && !now && !error && <Skeleton height={36} role="status" aria-label="Loading the export" />}
        {own && now && <ExportState now={now} />}
      </div>
    </Panel>
  );
}

function ExportState({ now }: { now: AccountExport }) {
  const [call, { isLoading, error }] = useRequestAccountExportMutation();
  const request = (words: string, secondary = false) => (
    <BusyButton variant={secondary ? 'default' : 'filled'} busy={isLoading} onClick={() => void call()}>
      {words}
    </BusyButton>
  );
  return (
    <>
      {now.state === 'none' && <Row text="There is no export yet.">{request('Export account')}</Row>}
      {now.state === 'waiting' && <Waiting {...now} />}
      {now.state === 'ready' && <Ready {...now}>{request('Make a new export', true)}</Ready>}
      {now.state === 'failed' && (
        <Row text="The export could not be made. Nothing in your account has changed.">{request('Try again')}</Row>
      )}
      <Refusal error={error} />
    </>
  );
}

function Row({ text, children }: { text: ReactNode; children: ReactNode }) {
  return (
    <div className={classes.row}>
      <span className={classes.session} role="status">
        {text}
      </span>
      <Group component="span" gap={8} align="stretch">
        {children}
      </Group>
    </div>
  );
}

function Waiting({ written = 0, orders = 0 }: AccountExport) {
  const percent = orders > 0 ? Math.min(100, Math.floor((written / orders) * 100)) : 0;
  return (
    <Stack gap={6}>
      <span>{orders > 0 ? `${written} of ${orders} orders are written.` : 'The export begins in a moment.'}</span>
      <Progress size={6} value={percent} color="brand" aria-label={`Export: ${percent}% done`} />
      <span className={classes.about}>You can leave this page. We tell you when the export is ready.</span>
    </Stack>
  );
}

function Ready({ fileName, fileSize: size = 0, expiresAt, children }: AccountExport & { children: ReactNode }) {
  const { download, busy } = useExportDownload();
  const about = (
    <>
      <span className={classes.name}>{fileName}</span>
      <span className={classes.about}>
        {[fileSize(size), expiresAt && `Available until ${dateTime(expiresAt)}`].filter(Boolean).join(' · ')}
      </span>
    </>
  );
  return (
    <Row text={about}>
      <BusyButton busy={busy} onClick={() => void download()}>
        Download
      </BusyButton>
      {children}
    </Row>
  );
}
