import { Kbd } from '@mantine/core';
import classes from './Keys.module.css';

/** Shows the keys of a shortcut: `Ctrl+Q`, `G B` (one after the other), `Ctrl++`. */
export function Keys({ keys }: { keys: string }) {
  return (
    <span className={classes.keys}>
      {keys.split(/[+ ](?=.)/).map((key, index) => (
        <Kbd key={index} size="xs">
          {key}
        </Kbd>
      ))}
    </span>
  );
}
