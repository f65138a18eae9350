import { Loader } from '@mantine/core';
import classes from './shell.module.css';

/** Shows while the profile loads. Admin sessions have a separate loader (SH-039). */
export function SessionLoader({ kind }: { kind: 'admin' | 'customer' }) {
  return (
    <div className={classes.alone} role="status" data-loader={kind}>
      <Loader color="brand" type={kind === 'admin' ? 'bars' : 'oval'} />
      <span className="sr-only">{kind === 'admin' ? 'Opening the design desk' : 'Opening your orders'}</span>
    </div>
  );
}
