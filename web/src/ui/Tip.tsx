import type { FloatingPosition } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { onDemand, useOnDemand } from '@/lib/onDemand';
import classes from './Tip.module.css';

const tooltip = onDemand(() => import('./tooltip'));

type Props = { label: string; position?: FloatingPosition; disabled?: boolean; children: ReactNode };

/** A tooltip for the one element inside. */
export function Tip({ label, position, disabled, children }: Props) {
  const [target, setTarget] = useState<HTMLElement | null>(null);
  const loaded = useOnDemand(tooltip, target !== null);
  return (
    <>
      <span
        className={classes.around}
        onPointerEnter={({ currentTarget: { firstElementChild } }) => {
          if (firstElementChild instanceof HTMLElement) setTarget(firstElementChild);
        }}
      >
        {children}
      </span>
      {loaded && target && <loaded.Tooltip target={target} label={label} position={position} disabled={disabled} />}
    </>
  );
}
