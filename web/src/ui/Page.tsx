import type { ReactNode } from 'react';
import classes from './Page.module.css';

type Props = { title: ReactNode; above?: ReactNode; actions?: ReactNode; children: ReactNode; narrow?: boolean };

/** The frame of a page: what it is, what one can do, and the content. */
export function Page({ title, above, actions, children, narrow }: Props) {
  return (
    <div className={classes.page} data-narrow={narrow || undefined}>
      <div className={classes.head}>
        <div className={classes.titles}>
          {above && <div className={classes.above}>{above}</div>}
          <h1 className={classes.title}>{title}</h1>
        </div>
        {actions && <div className={classes.actions}>{actions}</div>}
      </div>
      {children}
    </div>
  );
}
