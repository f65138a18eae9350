import { Button, TextInput } from '@mantine/core';
import { focusOnMount } from '@/lib/hooks/focusOnMount';
import { CopyButton } from '@/ui/fields/CopyButton';
import classes from '../forms/forms.module.css';

type Props = { name: string; password: string; onDone: () => void };

/** Shows a generated password, which is not shown again (SH-336). */
export function PasswordOnce({ name, password, onDone }: Props) {
  return (
    <div className={classes.form}>
      <p role="status">
        <strong>{name}</strong> is added. Copy the password now and pass it on: it is not shown again.
      </p>
      <div className={classes.once}>
        <TextInput
          label="Password"
          readOnly
          ref={focusOnMount} // The form that had the focus is gone.
          value={password}
          onFocus={(event) => event.currentTarget.select()}
        />
        <CopyButton text={password} label="Copy the password" />
      </div>
      <div className={classes.buttons}>
        <Button onClick={onDone}>Done</Button>
      </div>
    </div>
  );
}
