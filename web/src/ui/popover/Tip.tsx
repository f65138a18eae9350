import type { FloatingPosition } from '@mantine/core';
import { type FocusEvent, type PointerEvent, type ReactNode, useRef, useState } from 'react';
import { onDemand, useOnDemand } from '@/lib/onDemand';
import classes from './Tip.module.css';

const tooltip = onDemand(() => import('./tooltip'));

/** The delay in ms before the tooltip shows. */
const delayMs = 300;

type Props = {
  label: string;
  position?: FloatingPosition;
  disabled?: boolean;
  /** It shows with the focus too, for what the keyboard and fingers can find out in no other way. */
  withFocus?: boolean;
  children: ReactNode;
};

/** A tooltip for its only child. */
export function Tip({ label, position, disabled, withFocus, children }: Props) {
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
  const focus = ({ currentTarget: { firstElementChild } }: FocusEvent) => {
    if (!withFocus || !(firstElementChild instanceof HTMLElement)) return;
    setTarget(firstElementChild);
    setOver(true);
  };
  return (
    <>
      <span
        className={classes.around}
        onPointerEnter={enter}
        onPointerLeave={leave}
        onFocus={focus}
        onBlur={withFocus ? leave : undefined}
      >
        {children}
      </span>
      {loaded && target && (
        <loaded.Tooltip target={target} label={label} position={position} disabled={disabled} opened={over} />
      )}
    </>
  );
}
