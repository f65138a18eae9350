import { Button, Group, Loader, Stack } from '@mantine/core';
import { drawnKinds } from '@/lib/files/drawPicture';
import { DropArea, type FileChoice, FileButton } from '@/shared/choosing';
import { Icon } from '@/ui';
import classes from './branding.module.css';
import type { Kind, Picture } from './draft';

const words: Record<Kind, { label: string; the: string; about: string }> = {
  logo: {
    label: 'Logo',
    the: 'the logo',
    about: 'In the header, at the sign-in and in mails. It is made to fit into 640 × 240 pixels.',
  },
  favicon: {
    label: 'Favicon',
    the: 'the favicon',
    about: 'In the tab of the browser. A square of 256 pixels is best.',
  },
  imagePlaceholder: {
    label: 'Image placeholder',
    the: 'the image placeholder',
    about: 'In place of the picture of an order that has none yet. It is made to fit into 640 × 640 pixels.',
  },
};

type Props = {
  kind: Kind;
  picture: Picture;
  /** The picture that is saved. */
  saved: Picture;
  busy: boolean;
  problem: string;
  onFile: (file: File) => void;
  onChange: (picture: Picture) => void;
};

/** Chooses one picture of a brand: with a button, or by dropping a file. */
export function PictureField({ kind, picture, saved, busy, problem, onFile, onChange }: Props) {
  const { label, the, about } = words[kind];
  const changed = picture.id !== saved.id;
  const choice: FileChoice = {
    kinds: drawnKinds,
    onFiles: ([file]) => {
      if (file) onFile(file);
    },
  };
  return (
    <div role="group" aria-labelledby={`${kind}-label`} aria-describedby={`${kind}-about`}>
      <DropArea choice={choice}>
        <div className={classes.picture}>
          <span className={classes.tile} data-kind={kind}>
            {picture.src ? <img src={picture.src} alt={label} /> : <Icon name="image" size={20} />}
          </span>
          <Stack gap={4}>
            <span id={`${kind}-label`} className={classes.label}>
              {label}
            </span>
            <span id={`${kind}-about`} className={classes.hint}>
              {about}
            </span>
            <Group gap={6} align="stretch" pt={4}>
              <FileButton
                variant="default"
                size="xs"
                choice={choice}
                leftSection={busy ? <Loader size={12} color="currentColor" /> : <Icon name="upload" size={14} />}
                label={`${picture.src ? 'Replace' : 'Choose'} ${the}`}
              >
                {picture.src ? 'Replace' : 'Choose'}
              </FileButton>
              {picture.src && !busy && (
                <Button
                  variant="subtle"
                  color="gray"
                  size="xs"
                  aria-label={`Remove ${the}`}
                  onClick={() => onChange({ id: '', src: '' })}
                >
                  Remove
                </Button>
              )}
              {changed && saved.id && !busy && (
                <Button
                  variant="subtle"
                  color="gray"
                  size="xs"
                  aria-label={`Restore ${the}`}
                  onClick={() => onChange(saved)}
                >
                  Restore
                </Button>
              )}
            </Group>
            <span className={classes.problem} role="alert">
              {problem}
            </span>
            <span className="sr-only" role="status">
              {busy && 'The picture is uploaded'}
            </span>
          </Stack>
        </div>
      </DropArea>
    </div>
  );
}
