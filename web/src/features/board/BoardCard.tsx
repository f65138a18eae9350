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

/** A card on the board. Space lifts it, Enter opens it, M opens its menu. */
export const BoardCard = memo(function BoardCard({ card, provided, top, lifted = false, place }: Props) {
  const navigate = useNavigate();
  const now = useNow();
  const [menu, setMenu] = useState(false);
  const refused = useSelector(selectRefused);
  const path = `/orders/detail/${card.id}`;
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
        if (event.key === 'Enter') void navigate(path);
        if (event.key.toLowerCase() === 'm' && place) {
          event.preventDefault();
          setMenu(true);
        }
      }}
    >
      <CardContent
        card={card}
        now={now}
        name={
          <Link to={path} className={classes.link} draggable={false} tabIndex={-1}>
            <Cut text={card.orderName} at={32} />
          </Link>
        }
      />
      {place && <CardMenu card={card} place={place} opened={menu} onChange={setMenu} />}
      {refused?.cardId === card.id && (
        <div className={classes.refused}>
          <Icon name="alert" size={14} />
          {refused.sentence}
        </div>
      )}
    </li>
  );
});
