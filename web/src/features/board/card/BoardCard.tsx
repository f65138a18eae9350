import { type KeyboardEvent, memo, type MouseEvent, useState } from 'react';
import { useSelector } from 'react-redux';
import { Link, useNavigate } from 'react-router';
import type { Card } from '@/api/generated';
import { useApiDispatch, useApiSelector } from '@/api/hooks';
import { selectWaiting, waitingFor } from '@/api/outbox/outboxState';
import { statusLabel } from '@/lib/format/status';
import { onDemand, useOnDemand } from '@/lib/onDemand';
import { useNow } from '@/lib/hooks/useNow';
import { CardContent, cardHeight } from '@/shared/view/CardContent';
import { useDensity } from '@/shared/view/cardView';
import { Cut, Icon, toastNotLoaded } from '@/ui';
import classes from '../board.module.css';
import { moveRefused, selectCarriedCount, selectGoesAlong, selectRefused, selectSelected } from '../boardSlice';
import { CardMenu } from './CardMenu';
import type { DraggableAs } from '../drag/bindings';
import { frozenHint, type OtherWay } from '../drag/dropRules';

type Props = {
  card: Card;
  provided: DraggableAs;
  top?: number;
  lifted?: boolean;
  place?: string;
  /**
   * Adds the card to the selection or removes it. With `range` it adds all cards from the last
   * selected one.
   */
  onPick?: (id: string, range: boolean) => void;
};

const pathOf = (card: Card): string => `/orders/detail/${card.id}`;

/**
 * A card on the board. A click or Enter opens it, Space lifts it, M opens its menu, X selects it.
 */
export function BoardCard({ card, provided, top, lifted = false, place, onPick }: Props) {
  const navigate = useNavigate();
  const dispatch = useApiDispatch();
  const [menu, setMenu] = useState(false);
  const [density] = useDensity();
  const selected = useSelector(selectSelected).includes(card.id);
  const along = useSelector(selectGoesAlong(card.id));
  // A frozen card has no drag handle.
  const { role: _role, ...handle } = provided.dragHandleProps ?? { role: '', tabIndex: 0 };

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.target !== event.currentTarget || event.ctrlKey || event.metaKey || event.altKey) return;
    const key = event.key.toLowerCase();
    if (event.key === 'Enter') void navigate(pathOf(card));
    if (key === 'm' && place) {
      event.preventDefault();
      // The menu needs the card in view.
      event.currentTarget.scrollIntoView({ block: 'nearest', inline: 'nearest' });
      setMenu(true);
    }
    if (key === ' ' && card.frozen) {
      event.preventDefault();
      dispatch(moveRefused({ cardId: card.id, sentence: frozenHint }));
    }
    if (key === 'x') onPick?.(card.id, event.shiftKey);
  };
  const onClick = (event: MouseEvent) => {
    const { target, currentTarget } = event;
    // The card's menu floats above it and is not part of it.
    const onCard =
      target instanceof Element && currentTarget.contains(target) && !target.closest('a, button, [role=menu]');
    if (!onCard || event.defaultPrevented) return;
    if (event.ctrlKey || event.metaKey || event.shiftKey) {
      event.preventDefault();
      onPick?.(card.id, event.shiftKey);
    } else void navigate(pathOf(card));
  };
  return (
    // Every key has an equivalent for the pointer.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <li
      ref={provided.innerRef}
      {...provided.draggableProps}
      {...handle}
      data-card={card.id}
      aria-label={`${card.orderId} ${card.orderName}, ${statusLabel(card.status)}${card.frozen ? ', frozen' : ''}${selected ? ', selected' : ''}`}
      data-lifted={lifted || undefined}
      data-status={card.status}
      data-frozen={card.frozen || undefined}
      data-selected={selected || undefined}
      data-along={along || undefined}
      className={classes.card}
      style={{ ...provided.draggableProps.style, ...(lifted ? {} : { top }), height: cardHeight(card, density) }}
      onKeyDown={onKeyDown}
      onClick={onClick}
    >
      {selected && (
        <span className={classes.tick}>
          <Icon name="check" size={12} strokeWidth={3} />
          <span className="sr-only">Selected</span>
        </span>
      )}
      {lifted && <Carried />}
      <Face card={card} place={place} menu={menu} onMenu={setMenu} />
    </li>
  );
}

/** Shows the number of cards that move with the lifted one. */
function Carried() {
  const count = useSelector(selectCarriedCount);
  return count > 1 ? <span className={`${classes.carried} tabular`}>{count} orders</span> : null;
}

type FaceProps = Pick<Props, 'card' | 'place'> & { menu: boolean; onMenu: (opened: boolean) => void };

/** The content of the card. Scrolling and dragging do not render it again. */
const Face = memo(function Face({ card, place, menu, onMenu }: FaceProps) {
  const now = useNow();
  const refused = useSelector(selectRefused);
  const waits = useApiSelector((state) => waitingFor(selectWaiting(state), card.id) !== undefined);
  return (
    <>
      <CardContent
        card={card}
        now={now}
        waits={waits}
        name={
          <Link to={pathOf(card)} className={classes.link} draggable={false} tabIndex={-1}>
            <Cut text={card.orderName} at={32} />
          </Link>
        }
      />
      {place && <CardMenu card={card} place={place} opened={menu} onChange={onMenu} />}
      {refused?.cardId === card.id && <Refused card={card} {...refused} />}
    </>
  );
});

const otherWay = onDemand(() => import('./WayButton'));

/** Says why a drop of the card was refused, and offers another way as a button. */
function Refused({ card, sentence, way }: { card: Card; sentence: string; way?: OtherWay }) {
  const loaded = useOnDemand(otherWay, way !== undefined, toastNotLoaded);
  return (
    <div className={classes.refused}>
      <Icon name="alert" size={14} />
      <span>
        {sentence}
        {loaded && way && <loaded.WayButton card={card} way={way} />}
      </span>
    </div>
  );
}
