import { Button, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { focusOnMount } from '@/lib/hooks/focusOnMount';
import { CopyButton } from '@/ui/fields/CopyButton';
import classes from './forms.module.css';

type Props = {
  label: string;
  description?: string;
  value: string;
  /** The name of the button that copies it. */
  copy: string;
  onDone: () => void;
  /** What it is for, and what is to be done with it. */
  children: ReactNode;
};

/** Shows a secret that is not shown again, and has the focus, because the form that had it is gone. */
export function ShownOnce({ label, description, value, copy, onDone, children }: Props) {
  return (
    <div className={classes.form}>
      {children}
      <div className={classes.once}>
        <TextInput
          label={label}
          description={description}
          readOnly
          ref={focusOnMount}
          value={value}
          onFocus={(event) => event.currentTarget.select()}
        />
        <CopyButton text={value} label={copy} />
      </div>
      <div className={classes.buttons}>
        <Button onClick={onDone}>Done</Button>
      </div>
    </div>
  );
}
