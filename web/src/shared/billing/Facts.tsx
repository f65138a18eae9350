import type { ReactNode } from 'react';
import classes from './bill.module.css';

export type Fact = { name: string; value: ReactNode };

/** Names with their values, one below the other. Facts without a value are left out. */
export function Facts({ facts }: { facts: Fact[] }) {
  return (
    <dl className={classes.facts}>
      {facts
        .filter(({ value }) => value)
        .map(({ name, value }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  );
}
