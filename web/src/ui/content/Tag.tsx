import type { ReactNode } from 'react';
import classes from './Tag.module.css';

export type Tone = 'good' | 'warning' | 'bad' | 'brand';

type Props = {
  tone?: Tone;
  /** The name by which a guided tour finds it. */
  tour?: string;
  children: ReactNode;
};

/** A word about the state of something, in the colour of what it means. */
export function Tag({ tone, tour, children }: Props) {
  return (
    <span className={classes.tag} data-tone={tone} data-tour={tour}>
      {children}
    </span>
  );
}
