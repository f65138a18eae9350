import { Popover } from '@mantine/core';
import type { ReactNode } from 'react';
import { anchor, isDot, type Mark, type Size } from '../engine';
import classes from './canvas.module.css';

/** Returns the box of a mark in percent of its page. The pin of a dot has a fixed size. */
function boxOf(mark: Mark, size: Size) {
  const pin = anchor(mark, size);
  const xs = mark.points.map((p) => p.x);
  const ys = mark.points.map((p) => p.y);
  const spread = mark.kind === 'circle' && !isDot(mark, size) ? mark.radius : 0;
  const tall = (spread * size.width) / size.height;
  const left = Math.min(...xs, pin.x) - spread;
  const top = Math.min(...ys, pin.y) - tall;
  const width = Math.max(...xs) + spread - left;
  const height = Math.max(...ys) + tall - top;
  return { left: `${left * 100}%`, top: `${top * 100}%`, width: `${width * 100}%`, height: `${height * 100}%` };
}

/** The fade-in time of a popover at a mark, in ms (BD-239). */
export const fadeMs = 150;

interface Props {
  mark: Mark;
  size: Size;
  label: string;
  children: ReactNode;
}

/** A popover attached to a mark: below it, or above where there is no room (D-18). */
export function MarkPopover({ mark, size, label, children }: Props) {
  return (
    <Popover
      opened
      withRoles={false}
      position="bottom"
      offset={16}
      width={340}
      withArrow
      arrowSize={10}
      radius={10}
      zIndex={190}
      trapFocus={false}
      returnFocus={false}
      closeOnClickOutside={false}
      closeOnEscape={false}
      hideDetached
      middlewares={{ flip: { fallbackPlacements: ['top'] }, shift: { padding: 12 } }}
      transitionProps={{ duration: fadeMs, transition: 'fade' }}
    >
      <Popover.Target>
        <span className={classes.target} style={boxOf(mark, size)} />
      </Popover.Target>
      <Popover.Dropdown p={0} role="dialog" aria-label={label}>
        {children}
      </Popover.Dropdown>
    </Popover>
  );
}
