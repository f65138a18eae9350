import { useVirtualizer } from '@tanstack/react-virtual';
import { Fragment } from 'react';
import { Draggable, Droppable } from 'react-beautiful-dnd';
import { useSelector } from 'react-redux';
import type { Board } from '@/api/boardData';
import { useApiDispatch } from '@/api/hooks';
import { cardHeight } from '@/shared/CardContent';
import { Icon } from '@/ui';
import { BoardCard } from './BoardCard';
import classes from './board.module.css';
import { cardToggled, rangeSelected, selectLifted, selectSelected } from './boardSlice';
import { takes } from './dropRules';
import { gap, type ZoneView } from './layout';
import { homeOf, inBoardOrder } from './order';

type Props = {
  zone: ZoneView;
  board: Board;
  scroller: HTMLDivElement | null;
  manual: boolean;
  onToggle?: () => void;
};

/** A droppable list of cards. Only the cards near the window are in the document. */
export function Zone({ zone, board, scroller, manual, onToggle }: Props) {
  const lifted = useSelector(selectLifted);
  const selected = useSelector(selectSelected);
  const card = lifted ? board.cards[lifted] : undefined;
  const cards = card && selected.includes(card.id) ? inBoardOrder(board, selected) : card ? [card] : [];
  const lit = card ? takes(cards, zone.id, homeOf(board, card.id), manual) : undefined;
  return (
    <div className={classes.zone} data-takes={lit}>
      {zone.headed && <ZoneHead zone={zone} onToggle={onToggle} />}
      {zone.open && <ZoneList zone={zone} scroller={scroller} />}
    </div>
  );
}

function ZoneHead({ zone, onToggle }: { zone: ZoneView; onToggle?: () => void }) {
  const label = (
    <>
      {zone.title} <span className="tabular">{zone.total}</span>
    </>
  );
  if (!onToggle) return <h3 className={classes.zoneHead}>{label}</h3>;
  return (
    <h3 className={classes.zoneHead}>
      <button type="button" aria-expanded={zone.open} onClick={onToggle}>
        <Icon name={zone.open ? 'chevronDown' : 'chevronRight'} size={14} />
        {label}
      </button>
    </h3>
  );
}

/**
 * The id of the list in which the lifted card is rendered. Like the card's own list, it is inside
 * the page.
 */
export const liftedId = 'board-lifted';
const liftedList = () => document.getElementById(liftedId) ?? document.body;

function ZoneList({ zone, scroller }: Pick<Props, 'zone' | 'scroller'>) {
  const dispatch = useApiDispatch();
  const pick = (id: string, range: boolean) =>
    dispatch(range ? rangeSelected({ ids: zone.cards.map((card) => card.id), to: id }) : cardToggled(id));
  const virtual = useVirtualizer({
    count: zone.cards.length,
    getScrollElement: () => scroller,
    estimateSize: (index) => {
      const card = zone.cards[index];
      return card ? cardHeight(card) : 0;
    },
    getItemKey: (index) => zone.cards[index]?.id ?? index,
    gap,
    scrollMargin: zone.offset,
    overscan: 3,
    initialRect: { width: 300, height: 800 },
  });

  return (
    <Droppable
      droppableId={zone.id}
      mode="virtual"
      getContainerForClone={liftedList}
      renderClone={(provided, _snapshot, { draggableId }) => {
        const card = zone.cards.find(({ id }) => id === draggableId);
        return card ? <BoardCard card={card} provided={provided} lifted /> : <Fragment />;
      }}
    >
      {(provided, snapshot) => (
        <ol
          ref={provided.innerRef}
          {...provided.droppableProps}
          className={classes.list}
          data-over={snapshot.isDraggingOver || undefined}
          style={{ height: zone.height }}
          aria-label={zone.title || undefined}
        >
          {zone.cards.length === 0 && <li className={classes.none}>Nothing here</li>}
          {virtual.getVirtualItems().map(({ index, key }) => {
            const card = zone.cards[index];
            if (!card) return null;
            return (
              <Draggable key={key} draggableId={card.id} index={index} isDragDisabled={card.frozen}>
                {(dragged) => (
                  <BoardCard card={card} provided={dragged} top={zone.tops[index]} place={zone.id} onPick={pick} />
                )}
              </Draggable>
            );
          })}
        </ol>
      )}
    </Droppable>
  );
}
