import { Skeleton } from '@mantine/core';
import classes from './board.module.css';

const heights = [3, 2, 3, 1, 2, 1];

/** Shows six empty columns in their final size. */
export function BoardSkeleton() {
  return (
    <div className={classes.columns} data-waiting role="status" aria-label="Loading the board">
      {heights.map((cards, index) => (
        <div key={index} className={classes.column}>
          <div className={classes.head}>
            <Skeleton height={16} width={110} />
          </div>
          <div className={classes.fakeCards}>
            {Array.from({ length: cards }, (_, n) => (
              <Skeleton key={n} height={168} />
            ))}
          </div>
        </div>
      ))}
    </div>
  );
}
