import type { ReactNode } from 'react';
import { ScrollRegion } from '@/ui/ScrollRegion';
import classes from './reporting.module.css';

/** A chart with its table beside it. */
export function Pair({ chart, children, label }: { chart: ReactNode; children: ReactNode; label: string }) {
  return (
    <div className={classes.pair}>
      {chart}
      <ScrollRegion label={`${label}, a table`} className={classes.scroll}>
        <table className={classes.table}>{children}</table>
      </ScrollRegion>
    </div>
  );
}

/** The head of a table whose first column has names, and all others numbers. */
export function Head({ names }: { names: string[] }) {
  return (
    <thead>
      <tr>
        {names.map((name, i) => (
          <th key={i} scope="col" data-number={i > 0 || undefined}>
            {name}
          </th>
        ))}
      </tr>
    </thead>
  );
}
