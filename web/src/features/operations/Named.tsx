import classes from './operations.module.css';

/** The name of a part of the product, and below it what it does. */
export function Named({ name, words }: { name: string; words: string | undefined }) {
  return (
    <>
      {name}
      <span className={classes.quiet}>{words}</span>
    </>
  );
}
