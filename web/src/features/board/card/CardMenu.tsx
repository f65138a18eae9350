import { useState } from 'react';
import type { Card } from '@/api/generated';
import { onDemand, useOnDemand } from '@/lib/onDemand';
import { Icon, toastNotLoaded } from '@/ui';
import classes from '../board.module.css';

const menu = onDemand(() => import('./CardMenuItems'));

type Props = { card: Card; place: string; opened: boolean; onChange: (opened: boolean) => void };

/**
 * The button of a card's menu. A menu costs more than a card, so it is rendered when it is opened.
 */
export function CardMenu({ card, place, opened, onChange }: Props) {
  const [target, setTarget] = useState<HTMLButtonElement | null>(null);
  const [used, setUsed] = useState(false);
  if (opened && !used) setUsed(true);
  const loaded = useOnDemand(menu, opened, () => {
    onChange(false);
    toastNotLoaded();
  });
  return (
    <div className={classes.menu} onPointerEnter={() => setUsed(true)}>
      <button
        ref={setTarget}
        type="button"
        className={classes.menuButton}
        aria-label={`Menu of ${card.orderId} ${card.orderName}`}
        aria-haspopup="menu"
        aria-expanded={opened}
        tabIndex={-1}
        onClick={() => onChange(!opened)}
      >
        <Icon name="dots" size={16} />
      </button>
      {loaded && target && used && (
        <loaded.CardMenuItems target={target} card={card} place={place} opened={opened} onChange={onChange} />
      )}
    </div>
  );
}
