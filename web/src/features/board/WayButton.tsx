import { UnstyledButton } from '@mantine/core';
import type { Card } from '@/api/generated';
import { useApiDispatch } from '@/api/hooks';
import { useOrderCommands } from '@/shared/useOrderCommands';
import classes from './board.module.css';
import { refusalRead } from './boardSlice';
import type { OtherWay } from './dropRules';
import { keepFocus } from './keepFocus';

/** Offers the way that works instead of a drop, as a button. */
export function WayButton({ card, way: { via, action, label, to } }: { card: Card; way: OtherWay }) {
  const { changeStatus, perform, busy } = useOrderCommands();
  const dispatch = useApiDispatch();
  const go = async () => {
    dispatch(refusalRead());
    if (via === 'status') await changeStatus(card, to);
    else if (action) await perform(card, action);
    keepFocus(card.id);
  };
  return (
    <UnstyledButton className={classes.way} disabled={busy} onClick={() => void go()}>
      {label}
    </UnstyledButton>
  );
}
