import { Group } from '@mantine/core';
import { BusyButton } from '@/ui/fields/BusyButton';
import classes from './profile.module.css';

type Props = { button: string; busy: boolean; unsaved: boolean };

/** The button of a form, and whether there is something to save. */
export function FormFoot({ button, busy, unsaved }: Props) {
  return (
    <Group gap="8px 16px" justify="flex-end">
      <span className={classes.unsaved} role="status">
        {unsaved && !busy && 'Not saved yet'}
      </span>
      <BusyButton type="submit" busy={busy}>
        {button}
      </BusyButton>
    </Group>
  );
}
