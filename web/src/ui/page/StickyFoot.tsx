import type { ReactNode } from 'react';
import classes from './StickyFoot.module.css';

/** The buttons of a long form, which stay in sight. A refusal comes first. */
export function StickyFoot({ children }: { children: ReactNode }) {
  return <div className={classes.foot}>{children}</div>;
}
