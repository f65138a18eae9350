import { type RouteFile, useDecideStepMutation } from '@/api/approvals';
import { toastError, toastSuccess } from '@/shared/notify';
import { askReason, Icon, useShortcuts } from '@/ui';
import { BusyButton } from '@/ui/BusyButton';
import classes from './approval.module.css';

type Props = {
  orderId: string;
  file: RouteFile;
  /** Whether versions can be decided now. */
  open: boolean;
  me: string;
};

/** Approves or rejects the newest version in the current step, for somebody whom it asks. */
export function DecideStep({ orderId, file, open, me }: Props) {
  const [decide, { isLoading, originalArgs }] = useDecideStepMutation();
  const { attachmentId, versionId, number, step } = file;
  const own = file.decisions.findLast((decision) => decision.personId === me && decision.step === step);
  const send = async (approved: boolean) => {
    if (isLoading || !open) return;
    const reason = approved
      ? undefined
      : await askReason({ title: `Reject version ${number}`, message: 'The others see your reason.' });
    if (reason === null) return;
    await decide({ orderId, attachmentId, stepDecision: { versionId, approved, reason } })
      .unwrap()
      .then(({ message }) => toastSuccess(message))
      .catch(toastError);
  };
  useShortcuts(
    open
      ? [
          { what: 'Approve in the workflow', group: 'Deciding', icon: 'check', run: () => void send(true) },
          { what: 'Reject in the workflow', group: 'Deciding', icon: 'close', run: () => void send(false) },
        ]
      : [],
  );
  const sending = isLoading ? originalArgs?.stepDecision.approved : undefined;
  return (
    <span className={classes.decide} role="group" aria-label="Decide in the workflow">
      {own && <span className={classes.quiet}>You {own.approved ? 'approved' : 'rejected'} it.</span>}
      <BusyButton
        size="xs"
        busy={sending === true}
        disabled={!open}
        leftSection={<Icon name="check" size={14} />}
        onClick={() => void send(true)}
      >
        Approve
      </BusyButton>
      <BusyButton
        size="xs"
        variant="default"
        busy={sending === false}
        disabled={!open}
        leftSection={<Icon name="close" size={14} />}
        onClick={() => void send(false)}
      >
        Reject
      </BusyButton>
    </span>
  );
}
