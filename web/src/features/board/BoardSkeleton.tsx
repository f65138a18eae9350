import { Skeleton } from '@mantine/core';
import { cardHeight } from '@/shared/view/CardContent';
import type { Density } from '@/shared/view/cardView';
import classes from './board.module.css';

/** The last two columns are folded. */
const counts = [3, 2, 3, 1, 0, 0];

/** Shows six empty columns in their final size. */
export function BoardSkeleton({ density }: { density: Density }) {
  const height = cardHeight({ status: 'in-progress' }, density);
  return (
    <div className={classes.columns} data-waiting role="status" aria-label="Loading the board">
      {counts.map((cards, index) => (
        <div key={index} className={classes.column} data-folded={cards === 0 || undefined}>
          <div className={classes.head}>
            <Skeleton height={16} width={cards && 110} />
          </div>
          <div className={classes.fakeCards}>
            {Array.from({ length: cards }, (_, n) => (
              <Skeleton key={n} height={height} />
            ))}
          </div>
        </div>
      ))}
    </div>
  );
}
