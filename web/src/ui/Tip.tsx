import type { FloatingPosition } from '@mantine/core';
import { type PointerEvent, type ReactNode, useRef, useState } from 'react';
import { onDemand, useOnDemand } from '@/lib/onDemand';
import classes from './Tip.module.css';

const tooltip = onDemand(() => import('./tooltip'));

/** The delay in ms before the tooltip shows. */
const delayMs = 300;

type Props = { label: string; position?: FloatingPosition; disabled?: boolean; children: ReactNode };

/** A tooltip for its only child. */
export function Tip({ label, position, disabled, children }: Props) {
  const [target, setTarget] = useState<HTMLElement | null>(null);
  const [over, setOver] = useState(false);
  const delay = useRef<ReturnType<typeof setTimeout>>(undefined);
  const loaded = useOnDemand(tooltip, target !== null);
  const enter = ({ pointerType, currentTarget: { firstElementChild } }: PointerEvent) => {
    if (pointerType === 'touch' || !(firstElementChild instanceof HTMLElement)) return;
    setTarget(firstElementChild);
    delay.current = setTimeout(() => setOver(true), delayMs);
  };
  const leave = () => {
    clearTimeout(delay.current);
    setOver(false);
  };
  return (
    <>
      <span className={classes.around} onPointerEnter={enter} onPointerLeave={leave}>
        {children}
      </span>
      {loaded && target && (
        <loaded.Tooltip target={target} label={label} position={position} disabled={disabled} opened={over} />
      )}
    </>
  );
}
