import { UnstyledButton } from '@mantine/core';
import { useEffect, useRef } from 'react';
import type { Card } from '@/api/generated';
import { useApiDispatch } from '@/api/hooks';
import { useOrderCommands } from '@/shared/command/useOrderCommands';
import classes from '../board.module.css';
import { refusalRead } from '../boardSlice';
import type { OtherWay } from '../drag/dropRules';
import { keepFocus } from '../drag/keepFocus';

/** Offers the way that works instead of a drop, as a button with the focus (D-93). Escape takes it away. */
export function WayButton({ card, way: { via, action, label, to } }: { card: Card; way: OtherWay }) {
  const { changeStatus, perform, busy } = useOrderCommands();
  const dispatch = useApiDispatch();
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    // Drag and drop focuses the card in the frame after the drop.
    let frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(() => button.current?.focus({ preventScroll: true }));
    });
    return () => cancelAnimationFrame(frame);
  }, []);
  const leave = () => {
    dispatch(refusalRead());
    keepFocus(card.id);
  };
  const go = async () => {
    dispatch(refusalRead());
    if (via === 'status') await changeStatus(card, to);
    else if (action) await perform(card, action);
    keepFocus(card.id);
  };
  return (
    <UnstyledButton
      ref={button}
      data-refused-way
      className={classes.way}
      disabled={busy}
      onClick={() => void go()}
      onKeyDown={({ key }) => key === 'Escape' && leave()}
    >
      {label}
    </UnstyledButton>
  );
}
