import { useMounted } from '@mantine/hooks';
import { FormDialog } from '@/shared/form/FormDialog';
import { NotificationForm } from '@/shared/notifications/NotificationForm';

type Props = { opened: boolean; onClose: () => void };

/** The notification settings in a dialog, which the bell and the user menu open. */
export function SettingsDialog({ opened, onClose }: Props) {
  const mounted = useMounted(); // A dialog returns the focus only if it opens after it was mounted.
  return (
    <FormDialog opened={opened && mounted} onClose={onClose} title="Notification settings" size="lg">
      <NotificationForm onSaved={onClose} onCancel={onClose} />
    </FormDialog>
  );
}
