import { useContext } from 'react';
import { useSelector } from 'react-redux';
import type { Board } from '@/api/board/boardData';
import { useApiDispatch } from '@/api/hooks';
import { useInView } from '@/shared/useInView';
import { Icon } from '@/ui';
import { BoardCard } from '../card/BoardCard';
import classes from '../board.module.css';
import { cardToggled, rangeSelected, selectLifted, selectSelected } from '../boardSlice';
import { DragContext } from '../drag/DragContext';
import { type DraggableAs, type DroppableAs, frozenCard, waitingCard } from '../drag/bindings';
import { takes } from '../drag/dropRules';
import type { ZoneView } from './layout';
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

function ZoneList({ zone, scroller }: Pick<Props, 'zone' | 'scroller'>) {
  const dispatch = useApiDispatch();
  const drag = useContext(DragContext);
  const { from, to } = useInView(zone.tops, scroller, zone.offset);
  const pick = (id: string, range: boolean) =>
    dispatch(range ? rangeSelected({ ids: zone.cards.map((card) => card.id), to: id }) : cardToggled(id));

  const cards = zone.cards.slice(from, to).map((card, at) => {
    const draw = (as: DraggableAs) => (
      <BoardCard key={card.id} card={card} provided={as} top={zone.tops[from + at]} place={zone.id} onPick={pick} />
    );
    if (!drag) return draw(card.frozen ? frozenCard : waitingCard);
    return (
      <drag.DragCard key={card.id} card={card} index={from + at}>
        {draw}
      </drag.DragCard>
    );
  });
  const list = ({ innerRef, droppableProps, over }: DroppableAs) => (
    <ol
      ref={innerRef}
      {...droppableProps}
      className={classes.list}
      data-over={over || undefined}
      style={{ height: zone.height }}
      aria-label={zone.title || undefined}
    >
      {zone.height > 0 && zone.cards.length === 0 && <li className={classes.none}>Nothing here</li>}
      {cards}
    </ol>
  );
  if (!drag) return list({});
  const lifted = (id: string, as: DraggableAs) => {
    const card = zone.cards.find((one) => one.id === id);
    return card && <BoardCard card={card} provided={as} lifted />;
  };
  return (
    <drag.DropArea id={zone.id} lifted={lifted}>
      {list}
    </drag.DropArea>
  );
}
