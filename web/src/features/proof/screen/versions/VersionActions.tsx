import { Button } from '@mantine/core';
import { useState } from 'react';
import type { Attachment, Decision, Order, Version } from '@/api';
import { useApiSelector } from '@/api/hooks';
import { selectWaiting, waitingOn } from '@/api/outbox/outboxState';
import { toastError, toastSuccess } from '@/shared/command/notify';
import { decisionCommand, toastKept, useCommand } from '@/shared/command/useCommand';
import { WaitingChange } from '@/shared/view/WaitingChange';
import { Icon } from '@/ui';
import { idle } from '@/ui/idle';
import { CertificateMenu } from './CertificateMenu';
import classes from '../styles/screen.module.css';
import { decideRestMs, useCooldown } from './useCooldown';
import { useOffered } from './useOffered';

const decisions = {
  Approved: { label: 'Approve', done: 'The attachment file approved' },
  Revise: { label: 'Revise', done: 'The attachment file revised' },
} as const;
const asks = 'Request CM review';

interface Props {
  order: Order;
  attachment: Attachment;
  version: Version;
}

/**
 * Approve, Revise, request review and the certificate: what the caller may do with this version,
 * each in a fixed place.
 */
export function VersionActions({ order, attachment, version }: Props) {
  const send = useCommand();
  const waits = waitingOn(useApiSelector(selectWaiting), version.id);
  const [requesting, setRequesting] = useState(false);
  const [decided, restDecisions] = useCooldown(decideRestMs);

  const settle = async (command: ReturnType<typeof decisionCommand>, done?: string) => {
    try {
      const sent = await send(order.id, command);
      if (sent.waits) toastKept();
      else toastSuccess(done ?? sent.answer.message ?? '');
    } catch (error) {
      toastError(error);
    }
  };
  const at = { attachmentId: attachment.id, versionId: version.id };
  const decideFor = (content: 'Approved' | 'Revise') => {
    restDecisions();
    const { label, done } = decisions[content];
    const body = { timelineType: 'history', content, attachmentVersionId: version.id } satisfies Decision;
    const path = `/${encodeURIComponent(attachment.id)}/attachment-timeline`;
    return settle(decisionCommand(order, at, label, { path, body, expectedVersion: attachment.version }), done);
  };
  const ask = async () => {
    setRequesting(true);
    const path = `/attachment/${encodeURIComponent(attachment.id)}/request-review`;
    await settle(decisionCommand(order, at, asks, { path }));
    setRequesting(false);
  };

  const may = { Approved: version.can.approve, Revise: version.can.revise };
  const decides = useOffered([may.Approved || may.Revise]).includes(true);
  const requests = useOffered([attachment.can.requestReview]).includes(true);
  const busy = requesting || waits !== undefined || !attachment.can.requestReview;
  return (
    <>
      <WaitingChange change={waits} />
      {decides && (
        <span className={classes.deciding}>
          {(['Approved', 'Revise'] as const).map((content) => (
            <Button
              key={content}
              size="xs"
              variant={content === 'Approved' ? 'filled' : 'default'}
              leftSection={<Icon name={content === 'Approved' ? 'check' : 'refresh'} size={14} />}
              disabled={decided || waits !== undefined || !may[content]}
              onClick={() => void decideFor(content)}
            >
              {decisions[content].label}
            </Button>
          ))}
        </span>
      )}
      {requests && (
        <Button size="xs" variant="default" {...idle(busy)} onClick={() => busy || void ask()}>
          {asks}
        </Button>
      )}
      <CertificateMenu orderId={order.id} attachmentId={attachment.id} version={version} reserved={decides} />
    </>
  );
}
