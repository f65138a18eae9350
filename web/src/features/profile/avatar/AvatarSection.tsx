import { Group, Stack } from '@mantine/core';
import { useState } from 'react';
import { useRemoveAvatarMutation } from '@/api/session/account';
import type { Profile } from '@/api/generated';
import { onDemand, useOnDemand } from '@/lib/onDemand';
import { FileButton } from '@/shared/choosing';
import { toastError, toastSuccess } from '@/shared/command/notify';
import { confirm, Icon, PersonAvatar, toast, toastNotLoaded } from '@/ui';
import { BusyButton } from '@/ui/fields/BusyButton';
import { Panel } from '@/ui/page/Panel';
import classes from './avatar.module.css';
import { openPicture, type Picture, pictureKinds } from './picture';

const dialog = onDemand(() => import('./CropDialog'));

/** The picture of the user, which they choose and crop, or remove. */
export function AvatarSection({ me }: { me: Profile }) {
  // The closed dialog stays, because it returns the focus.
  const [picture, setPicture] = useState<Picture>();
  const [cropping, setCropping] = useState(false);
  const loaded = useOnDemand(dialog, picture !== undefined, toastNotLoaded);
  const [call, { isLoading }] = useRemoveAvatarMutation();
  const name = `${me.firstname} ${me.lastname}`.trim();

  const choose = async ([file]: File[]) => {
    try {
      if (!file) return;
      setPicture(await openPicture(file));
      setCropping(true);
    } catch {
      toast({
        type: 'WARNING',
        title: 'Not supported file',
        message: 'This browser cannot show the file as a picture. Please choose a PNG or JPEG picture.',
      });
    }
  };
  const remove = async () => {
    const title = 'Remove your picture?';
    const message = 'Your initials take its place.';
    if (!(await confirm({ type: 'CONTINUECANCEL', title, message, accept: 'Remove', danger: true }))) return;
    try {
      await call().unwrap();
      toastSuccess('Your picture is removed');
    } catch (error) {
      toastError(error);
    }
  };

  return (
    <Panel title="Avatar" id="avatar" tour="profile-avatar">
      <Group gap={20} wrap="nowrap">
        <PersonAvatar key={me.avatar} name={name} image={me.avatar} size={88} />
        <Stack gap={10} miw={0}>
          <p className={classes.about}>Other people see it beside your name. {pictureKinds.about}.</p>
          <Group gap={8} align="stretch">
            <FileButton
              variant="default"
              choice={{ kinds: pictureKinds, onFiles: (files) => void choose(files) }}
              leftSection={<Icon name="image" size={16} />}
            >
              Choose a picture
            </FileButton>
            {me.avatar && (
              <BusyButton variant="subtle" color="gray" busy={isLoading} onClick={() => void remove()}>
                Remove picture
              </BusyButton>
            )}
          </Group>
        </Stack>
      </Group>
      {loaded && picture && (
        <loaded.CropDialog key={picture.url} picture={picture} opened={cropping} onClose={() => setCropping(false)} />
      )}
    </Panel>
  );
}
