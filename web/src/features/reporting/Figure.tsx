import type { ReactNode } from 'react';
import { Link, useSearchParams } from 'react-router';
import { opened } from './params';
import classes from './reporting.module.css';

type Props = {
  /** The figure in the address. */
  of: Record<string, string | number | undefined>;
  value: number;
  /** What the figure counts, for screen readers: without the table around it a number says little. */
  label: string;
  children: ReactNode;
};

/** A figure that opens the orders behind it. Nothing is behind 0. */
export function Figure({ of, value, label, children }: Props) {
  const [search] = useSearchParams();
  if (value === 0) return <span className={classes.zero}>{children}</span>;
  return (
    <Link
      to={opened(search, of)}
      className={classes.figure}
      aria-label={`${label}: show the orders`}
      preventScrollReset
    >
      {children}
    </Link>
  );
}
