import { Skeleton } from '@mantine/core';
import classes from './people.module.css';

/** Takes the place of a list until its first page is there. */
export function ListSkeleton({ label, rows = 4 }: { label: string; rows?: number }) {
  return (
    <div className={classes.waiting} role="status" aria-label={label}>
      {Array.from({ length: rows }, (_, n) => (
        <div key={n}>
          <Skeleton height={32} circle />
          <Skeleton height={20} />
        </div>
      ))}
    </div>
  );
}
