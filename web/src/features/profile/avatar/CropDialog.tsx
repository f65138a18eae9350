import { Button, Group, Modal, Stack } from '@mantine/core';
import { useMounted } from '@mantine/hooks';
import { type KeyboardEvent, useState } from 'react';
import { useSaveAvatarMutation } from '@/api/session/account';
import { toastError, toastSuccess } from '@/shared/command/notify';
import { BusyButton } from '@/ui/fields/BusyButton';
import classes from './avatar.module.css';
import { type Crop, drag, maxZoom, middle, zoomTo } from './crop';
import { CropFrame } from './CropFrame';
import { cutOut, type Picture } from './picture';

const zoomStep = 0.1;
/** How far an arrow key moves the picture, as a part of the square's side. */
const moveStep = 0.05;

const moves: Record<string, [right: number, down: number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};
const zooms: Record<string, number> = { '+': zoomStep, '=': zoomStep, '-': -zoomStep, _: -zoomStep };

type Props = { picture: Picture; opened: boolean; onClose: () => void };

/** Cuts a square out of a picture, and saves it as the user's avatar. */
export function CropDialog({ picture, opened, onClose }: Props) {
  const mounted = useMounted(); // A dialog returns the focus only if it opens after it was mounted.
  const [crop, setCrop] = useState<Crop>(() => middle(picture));
  const [call, { isLoading }] = useSaveAvatarMutation();

  const save = async () => {
    try {
      await call({ avatarUpload: { image: cutOut(picture, crop) } }).unwrap();
      toastSuccess('Your picture is saved');
      onClose();
    } catch (error) {
      toastError(error);
    }
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const move = moves[event.key];
    const zoom = zooms[event.key];
    // The arrow keys also move the slider.
    if (zoom) setCrop(zoomTo(picture, crop, crop.zoom + zoom));
    else if (move && !(event.target instanceof HTMLInputElement)) {
      setCrop(drag(picture, crop, move[0] * moveStep, move[1] * moveStep));
    } else return;
    event.preventDefault();
  };

  return (
    <Modal
      opened={opened && mounted}
      onClose={onClose}
      onExitTransitionEnd={picture.close}
      title="Crop your picture"
      size="sm"
      styles={{ title: { fontWeight: 600, fontSize: 16 } }}
    >
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the keys of the controls inside */}
      <Stack gap={12} align="center" onKeyDown={onKeyDown}>
        <CropFrame
          picture={picture}
          crop={crop}
          onDrag={(right, down) => setCrop((now) => drag(picture, now, right, down))}
        />
        <label className={classes.zoom}>
          <span>Zoom</span>
          <input
            type="range"
            min={1}
            max={maxZoom}
            step={zoomStep}
            value={crop.zoom}
            aria-valuetext={`${Math.round(crop.zoom * 100)}%`}
            onChange={(event) => setCrop(zoomTo(picture, crop, event.currentTarget.valueAsNumber))}
          />
        </label>
      </Stack>
      <Group gap={8} align="stretch" justify="flex-end" wrap="nowrap" mt={20}>
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <BusyButton busy={isLoading} onClick={() => void save()}>
          Save picture
        </BusyButton>
      </Group>
    </Modal>
  );
}
