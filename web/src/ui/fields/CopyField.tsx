import { TextInput } from '@mantine/core';
import { CopyButton } from './CopyButton';
import classes from './CopyField.module.css';

/** A text that is read and copied, such as a link that is shown once. */
export function CopyField({ label, value, button }: { label: string; value: string; button: string }) {
  return (
    <div className={classes.field}>
      <TextInput aria-label={label} readOnly value={value} onFocus={(event) => event.target.select()} />
      <CopyButton text={value} label={button} />
    </div>
  );
}
