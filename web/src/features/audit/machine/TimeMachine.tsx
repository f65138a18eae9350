import { Skeleton, Stack } from '@mantine/core';
import { useMemo, useState } from 'react';
import { apiError, details, sentence } from '@/api/request/envelope';
import { dateTime } from '@/lib/format/dates';
import { plural } from '@/lib/format/text';
import { EmptyState, ErrorState } from '@/ui';
import { compareBoards, isWhole, type Mark } from './compare';
import { Comparison } from './Comparison';
import { Happened } from './Happened';
import { LeftOut } from './LeftOut';
import classes from './machine.module.css';
import { MomentSlider } from './MomentSlider';
import { type Speed, timeAt } from './moments';
import { PastBoard } from './PastBoard';
import { useMoment, useNeighbours, usePlay } from './useMoment';
import { usePastBoard } from './usePastBoard';

/**
 * Shows the board at any moment of the log. It can be played, stepped, and compared with another
 * moment (BY-019).
 */
export function TimeMachine() {
  const moment = useMoment();
  const { at, head, ticks, go, compareWith } = moment;
  const [speed, setSpeed] = useState<Speed>(1);
  const now = usePastBoard(at);
  const then = usePastBoard(moment.with);
  const around = useNeighbours(at, speed);
  const player = usePlay(now.settled && !now.error && around.current, around.jump, go);
  const differences = useMemo(
    () => (moment.with !== undefined && then.board && now.board ? compareBoards(then.board, now.board) : undefined),
    [moment.with, then.board, now.board],
  );
  const marks = useMemo(
    () => new Map<string, Mark>(differences?.map(({ card, mark }) => [card.id, mark])),
    [differences],
  );

  if (moment.error) {
    const failure = apiError(moment.error);
    return <ErrorState message={sentence(failure)} details={details(failure)} onRetry={moment.retry} />;
  }
  if (head === 0) {
    return (
      <EmptyState icon="history" title="Nothing has happened yet">
        Once there are orders, every moment of the board can be looked at here.
      </EmptyState>
    );
  }
  if (at === undefined || head === undefined) return <MachineSkeleton />;
  const manual = (position: number) => {
    player.stop();
    go(position);
  };
  const when = now.shown === undefined ? undefined : timeAt(ticks, now.shown);
  const orders = now.board?.columns.reduce((sum, column) => sum + column.total, 0) ?? 0;
  return (
    <Stack gap={12}>
      <MomentSlider
        head={head}
        ticks={ticks}
        at={at}
        with={moment.with}
        previous={around.previous}
        next={around.next}
        playing={player.playing}
        speed={speed}
        onGo={manual}
        onToggle={player.toggle}
        onSpeed={setSpeed}
        onCompare={compareWith}
      />
      <p className="sr-only" role="status">
        {now.settled &&
          !now.error &&
          `The board after event ${now.shown}, ${dateTime(when?.toISOString())}: ${plural(orders, 'order')}`}
      </p>
      {!now.error && <LeftOut orders={now.leftOut} />}
      <div className={classes.stage}>
        {now.error && <ErrorState message={sentence(now.error)} details={details(now.error)} onRetry={now.retry} />}
        {!now.error && now.board && now.shown !== undefined && (
          <PastBoard board={now.board} at={now.shown} marks={marks} busy={!now.settled} />
        )}
        {!now.error && !now.board && (
          <Skeleton className={classes.blank} role="status" aria-label="Loading the board" />
        )}
        <div className={classes.side}>
          {moment.with !== undefined && (
            <Comparison
              from={{ position: moment.with, time: timeAt(ticks, moment.with) }}
              to={{ position: at, time: timeAt(ticks, at) }}
              differences={now.settled && then.settled ? differences : undefined}
              whole={Boolean(now.board && isWhole(now.board) && then.board && isWhole(then.board))}
              failed={Boolean(then.error)}
              onRetry={then.retry}
              onSwap={() => {
                player.stop();
                moment.swap();
              }}
            />
          )}
          <Happened
            events={around.events}
            at={at}
            loading={around.loading}
            failed={Boolean(around.error)}
            onGo={manual}
          />
        </div>
      </div>
    </Stack>
  );
}

function MachineSkeleton() {
  return (
    <Stack gap={12} role="status" aria-label="Loading the time machine">
      <Skeleton height={118} radius={10} />
      <Skeleton className={classes.blank} />
    </Stack>
  );
}
