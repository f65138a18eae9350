import { Modal } from '@mantine/core';
import { useMounted } from '@mantine/hooks';
import { NotificationForm } from '@/shared/notifications/NotificationForm';

type Props = { opened: boolean; onClose: () => void };

/** The notification settings in a dialog, which the bell and the user menu open. */
export function SettingsDialog({ opened, onClose }: Props) {
  const mounted = useMounted(); // A dialog returns the focus only if it opens after it was mounted.
  return (
    <Modal
      opened={opened && mounted}
      onClose={onClose}
      title="Notification settings"
      size="lg"
      closeButtonProps={{ 'aria-label': 'Close' }}
      styles={{ title: { fontWeight: 600, fontSize: 16 } }}
    >
      <NotificationForm onSaved={onClose} onCancel={onClose} />
    </Modal>
  );
}
