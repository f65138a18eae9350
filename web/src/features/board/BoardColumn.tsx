import { memo, useState } from 'react';
import { useSelector } from 'react-redux';
import { useBoardWindowMutation } from '@/api/board';
import type { Board } from '@/api/boardData';
import type { Column } from '@/api/generated';
import { statusTone } from '@/lib/status';
import { useLocalSetting } from '@/lib/useLocalSetting';
import { toastError } from '@/orders/notify';
import classes from './board.module.css';
import { selectLifted } from './boardSlice';
import { columnOfCard, mayDrop, placeId, placeOf, whyNot } from './dropRules';
import { type ZoneView, zonesOf } from './layout';
import { Zone } from './Zone';

type Props = { column: Column; board: Board; role: string };

/** One column: a head that stays, and its zones in one scroll container. */
export const BoardColumn = memo(function BoardColumn({ column, board, role }: Props) {
  // State, not a ref: the lists inside have to hear when it is there.
  const [scroller, setScroller] = useState<HTMLDivElement | null>(null);
  const [completed, setCompleted] = useLocalSetting<'open' | 'closed'>('board.completed', 'closed');
  const zones = zonesOf(board, column, completed === 'open');
  const state = useLiftedState(board, column, zones, role);
  const loadMore = useWindow(column);

  return (
    <section
      className={classes.column}
      aria-label={`${column.title}, ${column.total} orders`}
      data-drop={state.drop}
      data-column={column.typeStatus}
    >
      <header className={classes.head}>
        <span className={classes.dot} style={{ background: `var(--st-${statusTone(column.typeStatus)})` }} />
        <h2 className={classes.name}>{column.title}</h2>
        <span className={`${classes.count} tabular`}>{column.total}</span>
      </header>
      {state.why && (
        <p className={classes.why} role="note">
          {state.why}
        </p>
      )}
      <div
        ref={setScroller}
        className={classes.scroller}
        onScroll={({ currentTarget: at }) => {
          if (at.scrollHeight - at.scrollTop - at.clientHeight < 800) loadMore();
        }}
      >
        {zones.map((zone) => (
          <Zone
            key={zone.id}
            zone={zone}
            board={board}
            scroller={scroller}
            onToggle={zone.collapsible ? () => setCompleted(completed === 'open' ? 'closed' : 'open') : undefined}
          />
        ))}
      </div>
    </section>
  );
});

/** While a card is lifted: whether this column takes it, and if not, why. */
function useLiftedState(
  board: Board,
  column: Column,
  zones: ZoneView[],
  role: string,
): { drop?: 'yes' | 'no' | 'home'; why?: string } {
  const lifted = useSelector(selectLifted);
  const card = lifted ? board.cards[lifted] : undefined;
  if (!card) return {};
  if (zones.some((zone) => mayDrop(card, placeOf(zone.id)))) return { drop: 'yes' };
  if (columnOfCard(board, card)?.typeStatus === column.typeStatus) return { drop: 'home' };
  return { drop: 'no', why: whyNot(board, card, placeOf(zones[0]?.id ?? placeId(column.typeStatus)), role) };
}

/** Asks for the next window of a column, once at a time. */
function useWindow(column: Column): () => void {
  const [load, { isLoading }] = useBoardWindowMutation();
  return () => {
    if (!column.cursor || isLoading) return;
    void load({ column: column.typeStatus, cursor: column.cursor }).unwrap().catch(toastError);
  };
}
