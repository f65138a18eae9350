import { useMakePictureMutation } from '@/api';
import type { Version } from '@/api/generated';
import { BusyButton } from '@/ui/fields/BusyButton';
import { toastRefused } from '../command/refusal';

type Props = { orderId: string; attachmentId: string; version?: Version };

/** Has the picture of a version tried again, where that may help (D-91). */
export function MakeAgain({ orderId, attachmentId, version }: Props) {
  const [make, { isLoading }] = useMakePictureMutation();
  if (!version?.picture?.again) return null;
  const again = async () => {
    try {
      await make({ orderId, attachmentId, versionId: version.id }).unwrap();
    } catch (error) {
      toastRefused(error);
    }
  };
  return (
    <BusyButton
      size="compact-xs"
      variant="default"
      busy={isLoading}
      title={version.picture.why}
      aria-label={`Make again the picture of ${version.fileName}`}
      onClick={() => void again()}
    >
      Make again
    </BusyButton>
  );
}
