import { type KeyboardEvent, memo, useCallback, useState } from 'react';
import { useSelector } from 'react-redux';
import { useBoardWindowMutation } from '@/api/board/board';
import type { Board } from '@/api/board/boardData';
import type { Column } from '@/api/generated';
import { useApiDispatch } from '@/api/hooks';
import { statusTone } from '@/lib/format/status';
import { useLocalSetting } from '@/lib/hooks/useLocalSetting';
import { toastError } from '@/shared/command/notify';
import { useOnDemand } from '@/lib/onDemand';
import { useDensity } from '@/shared/view/cardView';
import classes from '../board.module.css';
import { cardsSelected, selectLifted, selectSelected } from '../boardSlice';
import { columnPanel } from './ColumnTabs';
import { placeId, placeOf, sortedHint, takes } from '../drag/dropRules';
import { refusals } from '../drag/refusals';
import { asStrip, type ZoneView, zonesOf } from './layout';
import { homeOf, inBoardOrder } from './order';
import { Zone } from './Zone';

type Props = {
  column: Column;
  board: Board;
  role: string;
  /** Whether cards are in manual order. */
  manual: boolean;
  /** On narrow screens the column is the panel of its tab. */
  panel?: boolean;
  /** Whether it is a narrow strip, on which cards can be dropped. */
  folded: boolean;
  onFold: (column: Column) => void;
  /** How far each column is scrolled, in px, for when it is drawn anew. */
  scrolls: Map<string, number>;
};

/** One column: a fixed head, and its zones in one scroll container. */
export const BoardColumn = memo(function BoardColumn(props: Props) {
  const { column, board, role, manual, panel, folded, onFold, scrolls } = props;
  const dispatch = useApiDispatch();
  // This is state, not a ref, because the lists inside must render again once the element exists.
  const [scroller, setScroller] = useState<HTMLDivElement | null>(null);
  const attach = useCallback(
    (element: HTMLDivElement | null) => {
      if (element) element.scrollTop = scrolls.get(column.typeStatus) ?? 0;
      setScroller(element);
    },
    [scrolls, column.typeStatus],
  );
  const [completed, setCompleted] = useLocalSetting<'open' | 'closed'>('board.completed', 'closed');
  const [density] = useDensity();
  const all = zonesOf(board, column, completed === 'open', density);
  const zones = folded ? all.filter(({ collapsible }) => !collapsible).map(asStrip) : all;
  const state = useLiftedState({ board, column, role, manual }, zones);
  const loadMore = useWindow(column);

  const selectAll = (event: KeyboardEvent) => {
    if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 'a') return;
    event.preventDefault();
    dispatch(cardsSelected(zones.flatMap(({ cards }) => cards.map(({ id }) => id))));
  };

  return (
    // The keys belong to the cards inside.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <section
      className={classes.column}
      id={panel ? columnPanel : undefined}
      role={panel ? 'tabpanel' : undefined}
      aria-label={`${column.title}, ${column.total} orders`}
      onKeyDown={selectAll}
      data-drop={state.drop}
      data-folded={folded || undefined}
      data-column={column.typeStatus}
      data-tour="column"
    >
      <header className={classes.head}>
        <span className={classes.dot} style={{ background: `var(--st-${statusTone(column.typeStatus)})` }} />
        <h2 className={classes.name}>
          {panel ? (
            column.title
          ) : (
            <button type="button" aria-expanded={!folded} onClick={() => onFold(column)}>
              {column.title}
            </button>
          )}
        </h2>
        <span className={`${classes.count} tabular`}>{column.total}</span>
      </header>
      {state.why && (
        <p className={classes.why} role="note">
          {state.why}
        </p>
      )}
      <div
        ref={attach}
        className={classes.scroller}
        onScroll={({ currentTarget: at }) => {
          scrolls.set(column.typeStatus, at.scrollTop);
          if (at.scrollHeight - at.scrollTop - at.clientHeight < 800) loadMore();
        }}
      >
        {zones.map((zone) => (
          <Zone
            key={zone.id}
            zone={zone}
            board={board}
            scroller={scroller}
            manual={manual}
            onToggle={zone.collapsible ? () => setCompleted(completed === 'open' ? 'closed' : 'open') : undefined}
          />
        ))}
      </div>
    </section>
  );
});

/** Returns whether this column accepts one of the lifted cards, or why not. */
function useLiftedState(
  { board, column, role, manual }: Pick<Props, 'board' | 'column' | 'role' | 'manual'>,
  zones: ZoneView[],
): { drop?: 'yes' | 'no' | 'home'; why?: string } {
  const lifted = useSelector(selectLifted);
  const selected = useSelector(selectSelected);
  const words = useOnDemand(refusals, false);
  const card = lifted ? board.cards[lifted] : undefined;
  if (!card) return {};
  const home = homeOf(board, card.id);
  const cards = selected.includes(card.id) ? inBoardOrder(board, selected) : [card];
  if (zones.some((zone) => takes(cards, zone.id, home, manual))) return { drop: 'yes' };
  const isHome = home !== undefined && placeOf(home).column === column.typeStatus;
  if (isHome) return { drop: 'home', why: manual ? undefined : sortedHint };
  return { drop: 'no', why: words?.whyNot(board, card, placeOf(zones[0]?.id ?? placeId(column.typeStatus)), role) };
}

/** Loads the next window of a column, one at a time. */
function useWindow(column: Column): () => void {
  const [load, { isLoading }] = useBoardWindowMutation();
  return () => {
    if (!column.cursor || isLoading) return;
    void load({ column: column.typeStatus, cursor: column.cursor }).unwrap().catch(toastError);
  };
}
