import { ActionIcon, Tooltip } from '@mantine/core';
import { type Attachment, useDeleteVersionMutation, type Version } from '@/api';
import { useAbility } from '@/api/hooks';
import { toastError, toastSuccess } from '@/shared/command/notify';
import { askReason } from '@/ui';
import { versionLabel } from './rules';
import { deleteRestMs, useCooldown } from './useCooldown';

interface Props {
  orderId: string;
  attachment: Attachment;
  version: Version;
}

/** Returns why a version cannot be deleted, or null when it can (BD-173, BD-174). */
export function whyItStays(version: Pick<Version, 'isInternalApproved'>, count: number): string | null {
  if (version.isInternalApproved) return 'A checked version stays. Revise it first.';
  return count < 2 ? 'The only version of a proof stays.' : null;
}

/** Deletes a version with a reason, for users who may update the assigned operator (BD-172). */
export function DeleteVersion({ orderId, attachment, version }: Props) {
  const [remove] = useDeleteVersionMutation();
  const [resting, rest] = useCooldown(deleteRestMs);
  const able = useAbility('assigned-operator', 'update');
  if (!able && !version.can.delete) return null;

  const stays = whyItStays(version, attachment.versions.length);
  const run = async () => {
    rest();
    const reason = await askReason({
      title: 'Delete version',
      message: `${versionLabel(version)} is taken off the proof.`,
    });
    if (reason === null) return;
    try {
      await remove({ orderId, attachmentId: attachment.id, versionId: version.id, reason: { reason } }).unwrap();
      toastSuccess('The version already removed');
    } catch (error) {
      toastError(error);
    }
  };

  return (
    <Tooltip label={stays ?? 'Delete version'}>
      <ActionIcon
        variant="subtle"
        color="gray"
        size={30}
        aria-label="Delete version"
        disabled={stays !== null || !version.can.delete || resting}
        onClick={() => void run()}
      >
        <svg
          width={17}
          height={17}
          viewBox="0 0 24 24"
          fill="none"
          stroke="currentColor"
          strokeWidth={1.7}
          aria-hidden="true"
        >
          <path
            d="M5 7h14M10 7V4.5h4V7M7 7l.8 12.5h8.4L17 7M10.5 10.5v5.5M13.5 10.5v5.5"
            strokeLinecap="round"
            strokeLinejoin="round"
          />
        </svg>
      </ActionIcon>
    </Tooltip>
  );
}
