import { memo, useState } from 'react';
import type { DraggableProvided } from 'react-beautiful-dnd';
import { useSelector } from 'react-redux';
import { Link, useNavigate } from 'react-router';
import type { Card } from '@/api/generated';
import { useNow } from '@/lib/useNow';
import { CardContent, cardHeight } from '@/orders/CardContent';
import { Cut, Icon } from '@/ui';
import classes from './board.module.css';
import { selectRefused } from './boardSlice';
import { CardMenu } from './CardMenu';

type Props = { card: Card; provided: DraggableProvided; top?: number; lifted?: boolean; place?: string };

const pathOf = (card: Card): string => `/orders/detail/${card.id}`;

/** A card on the board. Space lifts it, Enter opens it, M opens its menu. */
export function BoardCard({ card, provided, top, lifted = false, place }: Props) {
  const navigate = useNavigate();
  const [menu, setMenu] = useState(false);
  const { role: _role, ...handle } = provided.dragHandleProps ?? { role: '' };
  return (
    <li
      ref={provided.innerRef}
      {...provided.draggableProps}
      {...handle}
      data-card={card.id}
      data-lifted={lifted || undefined}
      data-status={card.status}
      data-frozen={card.frozen || undefined}
      className={classes.card}
      style={{ ...provided.draggableProps.style, ...(lifted ? {} : { top }), height: cardHeight(card) }}
      onKeyDown={(event) => {
        if (event.target !== event.currentTarget) return;
        if (event.key === 'Enter') void navigate(pathOf(card));
        if (event.key.toLowerCase() === 'm' && place) {
          event.preventDefault();
          setMenu(true);
        }
      }}
    >
      <Face card={card} place={place} menu={menu} onMenu={setMenu} />
    </li>
  );
}

type FaceProps = Pick<Props, 'card' | 'place'> & { menu: boolean; onMenu: (opened: boolean) => void };

/** What is on the card; scrolling and dragging around it do not draw it again. */
const Face = memo(function Face({ card, place, menu, onMenu }: FaceProps) {
  const now = useNow();
  const refused = useSelector(selectRefused);
  return (
    <>
      <CardContent
        card={card}
        now={now}
        name={
          <Link to={pathOf(card)} className={classes.link} draggable={false} tabIndex={-1}>
            <Cut text={card.orderName} at={32} />
          </Link>
        }
      />
      {place && <CardMenu card={card} place={place} opened={menu} onChange={onMenu} />}
      {refused?.cardId === card.id && (
        <div className={classes.refused}>
          <Icon name="alert" size={14} />
          {refused.sentence}
        </div>
      )}
    </>
  );
});
