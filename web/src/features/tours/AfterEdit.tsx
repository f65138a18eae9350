import { Button, Group, Modal, Text } from '@mantine/core';
import { useMounted } from '@mantine/hooks';

type Props = {
  opened: boolean;
  onStart: () => void;
  /** Absent without a video. */
  onWatch?: () => void;
  onSkip: () => void;
};

/**
 * The dialog after an edit of the profile. It offers the tour of the dashboard, and the video if there
 * is one (BD-397, BD-398).
 */
export function AfterEdit({ opened, onStart, onWatch, onSkip }: Props) {
  const mounted = useMounted(); // A dialog returns the focus only if it opens after it was mounted.
  return (
    <Modal
      opened={opened && mounted}
      onClose={onSkip}
      title="You are ready to go"
      size="md"
      styles={{ title: { fontWeight: 600, fontSize: 16 } }}
    >
      <Text size="sm" c="var(--text-2)">
        Your profile is saved. A short tour shows you the dashboard. It is in your menu too, under ‘Guided tours’.
      </Text>
      <Group justify="flex-end" mt="lg" gap="xs">
        <Button variant="subtle" color="gray" onClick={onSkip}>
          Skip
        </Button>
        {onWatch && (
          <Button variant="default" onClick={onWatch}>
            Start Video
          </Button>
        )}
        <Button data-autofocus onClick={onStart}>
          Start Tour
        </Button>
      </Group>
    </Modal>
  );
}
