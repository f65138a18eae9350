import { useState } from 'react';
import type { Order } from '@/api';
import type { RouteFile, StepDecision } from '@/api/approvals';
import { useApiSelector } from '@/api/hooks';
import { selectWaiting, waitingOn } from '@/api/outbox/outboxState';
import { toastError, toastSuccess } from '@/shared/command/notify';
import { decisionCommand, toastKept, useCommand } from '@/shared/command/useCommand';
import { WaitingChange } from '@/shared/view/WaitingChange';
import { askReason, Icon, useShortcuts } from '@/ui';
import { BusyButton } from '@/ui/fields/BusyButton';
import classes from './approval.module.css';

type Props = {
  order: Order;
  file: RouteFile;
  /** Whether versions can be decided now. */
  open: boolean;
  me: string;
};

/** Approves or rejects the newest version in the current step, for somebody whom it asks. */
export function DecideStep({ order, file, open, me }: Props) {
  const [sending, setSending] = useState<boolean>();
  const command = useCommand();
  const { attachmentId, versionId, number, step } = file;
  const own = file.decisions.findLast((decision) => decision.personId === me && decision.step === step);
  const waits = waitingOn(useApiSelector(selectWaiting), versionId);
  const may = open && !waits;
  const send = async (approved: boolean) => {
    if (sending !== undefined || !may) return;
    const reason = approved
      ? undefined
      : await askReason({ title: `Reject version ${number}`, message: 'The others see your reason.' });
    if (reason === null) return;
    setSending(approved);
    const body = { versionId, approved, reason, step } satisfies StepDecision;
    const path = `/attachment/${encodeURIComponent(attachmentId)}/step`;
    const label = approved ? 'Approve in the workflow' : 'Reject in the workflow';
    await command(order.id, decisionCommand(order, { attachmentId, versionId }, label, { path, body }))
      .then((sent) => (sent.waits ? toastKept() : toastSuccess(sent.answer.message ?? '')))
      .catch(toastError);
    setSending(undefined);
  };
  useShortcuts(
    may
      ? [
          { what: 'Approve in the workflow', group: 'Deciding', icon: 'check', run: () => void send(true) },
          { what: 'Reject in the workflow', group: 'Deciding', icon: 'close', run: () => void send(false) },
        ]
      : [],
  );
  return (
    <span className={classes.decide} role="group" aria-label="Decide in the workflow">
      <WaitingChange change={waits} />
      {own && <span className={classes.quiet}>You {own.approved ? 'approved' : 'rejected'} it.</span>}
      <BusyButton
        size="xs"
        busy={sending === true}
        disabled={!may}
        leftSection={<Icon name="check" size={14} />}
        onClick={() => void send(true)}
      >
        Approve
      </BusyButton>
      <BusyButton
        size="xs"
        variant="default"
        busy={sending === false}
        disabled={!may}
        leftSection={<Icon name="close" size={14} />}
        onClick={() => void send(false)}
      >
        Reject
      </BusyButton>
    </span>
  );
}
