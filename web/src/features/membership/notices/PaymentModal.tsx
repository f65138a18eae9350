import { Button, Group, Modal, Stack } from '@mantine/core';
import { useMounted } from '@mantine/hooks';
import { Link } from 'react-router';
import { paymentMethods } from './prompts';

/** Says that the plan is paid by card and no card is active, and leads to the payment methods (BD-120). */
export function PaymentModal({ onClose }: { onClose: () => void }) {
  const mounted = useMounted(); // A dialog returns the focus only if it opens after it was mounted.
  return (
    <Modal
      opened={mounted}
      onClose={onClose}
      title="Payment Method Required"
      styles={{ title: { fontWeight: 600, fontSize: 16 } }}
    >
      <Stack gap={8} fz={14} c="var(--text-2)">
        <p>Your plan is paid by card, and your account has no active card that its invoices can be charged to.</p>
      </Stack>
      <Group justify="flex-end" mt="lg" gap="xs">
        <Button variant="default" onClick={onClose}>
          Not now
        </Button>
        <Button component={Link} to={paymentMethods} data-autofocus onClick={onClose}>
          Payment Methods
        </Button>
      </Group>
    </Modal>
  );
}
