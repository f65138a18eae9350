import { Alert } from '@mantine/core';
import { Icon } from '@/ui';
import classes from './factors.module.css';

/** Says why the second step failed. Its place is announced even while it is empty. */
export function StepAlert({ text }: { text: string }) {
  return (
    <div role="alert" className={classes.stepAlert}>
      {text && (
        <Alert color="red" variant="light" icon={<Icon name="alert" />} className={classes.alert} role="presentation">
          {text}
        </Alert>
      )}
    </div>
  );
}
