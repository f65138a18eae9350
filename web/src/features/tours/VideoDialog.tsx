import { Button, Group, Modal, Text } from '@mantine/core';
import { useMounted } from '@mantine/hooks';
import classes from './tours.module.css';

const media = /\.(mp4|m4v|mov|ogv|webm)$/i;

/** Reports whether the page can play a video: the Content-Security-Policy allows files of this site only. */
export function isPlayable(address: string): boolean {
  const { origin, pathname } = new URL(address, window.location.href);
  return origin === window.location.origin && media.test(pathname);
}

type Props = { opened: boolean; address: string; onClose: () => void };

/** Plays the video of the tours. A video elsewhere opens in a new tab. */
export function VideoDialog({ opened, address, onClose }: Props) {
  const mounted = useMounted(); // A dialog returns the focus only if it opens after it was mounted.
  return (
    <Modal
      opened={opened && mounted}
      onClose={onClose}
      title="Tour video"
      size={isPlayable(address) ? 'xl' : 'md'}
      styles={{ title: { fontWeight: 600, fontSize: 16 } }}
    >
      {isPlayable(address) ? (
        // The captions, if there are any, are inside the file.
        // oxlint-disable-next-line jsx-a11y/media-has-caption
        <video className={classes.video} src={address} controls data-autofocus aria-label="Tour video" />
      ) : (
        <>
          <Text size="sm" c="var(--text-2)">
            The video is on {new URL(address).host}. It opens in a new tab, so that you do not lose your place here.
          </Text>
          <Group justify="flex-end" mt="lg">
            <Button component="a" href={address} target="_blank" rel="noreferrer" data-autofocus onClick={onClose}>
              Open the video
            </Button>
          </Group>
        </>
      )}
    </Modal>
  );
}
