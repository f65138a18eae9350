import { Skeleton } from '@mantine/core';
import classes from './PageSkeleton.module.css';

/** Shows the layout of a page while its code or first data loads. */
export function PageSkeleton() {
  return (
    <div className={classes.page} role="status" aria-label="Loading">
      <Skeleton height={26} width={220} />
      <Skeleton height={14} width={320} />
      <div className={classes.blocks}>
        <Skeleton height={220} />
        <Skeleton height={220} />
        <Skeleton height={220} />
      </div>
    </div>
  );
}
