import { Button, Group, Modal, Text } from '@mantine/core';
import { Navigate, useLocation, useNavigate } from 'react-router';
import type { Profile } from '@/api/generated';

const profile = '/profile';
const company = '#company';

/**
 * Blocks the app until the user's profile is complete (SH-168..SH-171). Only an owner can complete
 * the company, and is sent there.
 */
export function ProfileGate({ me }: { me: Profile }) {
  const { pathname, hash } = useLocation();
  const navigate = useNavigate();
  if (me.profileGate?.asks === 'company') {
    return pathname === profile && hash === company ? null : <Navigate to={profile + company} replace />;
  }
  if (pathname === profile) return null;
  return (
    <Modal
      opened
      onClose={() => {}}
      closeOnEscape={false}
      closeOnClickOutside={false}
      withCloseButton={false}
      size="md"
      title="Welcome to Dashboard!"
      styles={{ title: { fontWeight: 600, fontSize: 16 } }}
    >
      <Text size="sm" c="var(--text-2)">
        You must complete your profile information before you can use your account
      </Text>
      <Group justify="flex-end" mt="lg" gap="xs">
        <Button variant="subtle" color="gray" onClick={() => void navigate('/signout')}>
          Sign out
        </Button>
        <Button data-autofocus onClick={() => void navigate(profile)}>
          Go to manage profile
        </Button>
      </Group>
    </Modal>
  );
}
