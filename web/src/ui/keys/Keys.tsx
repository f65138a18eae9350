import classes from './Keys.module.css';

/** Shows the keys of a shortcut: `Ctrl+Q`, `G B` (one after the other), `Ctrl++`. */
export function Keys({ keys }: { keys: string }) {
  return (
    <span className={classes.keys}>
      {keys.split(/[+ ](?=.)/).map((key, index) => (
        <kbd key={index}>{key}</kbd>
      ))}
    </span>
  );
}
