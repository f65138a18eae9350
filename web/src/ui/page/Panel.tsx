import type { ReactNode } from 'react';
import classes from './Panel.module.css';

type Props = {
  title?: string;
  aside?: ReactNode;
  children: ReactNode;
  flush?: boolean;
  label?: string;
  /** Makes the panel the target of a link. */
  id?: string;
  /** The name by which a guided tour finds the panel. */
  tour?: string;
};

/** A surface with a small heading. */
export function Panel({ title, aside, children, flush, label, id, tour }: Props) {
  return (
    <section id={id} className={classes.panel} aria-label={title ?? label} data-tour={tour}>
      {title && (
        <header className={classes.head}>
          <h2 className={classes.title} tabIndex={id ? -1 : undefined}>
            {title}
          </h2>
          {aside}
        </header>
      )}
      <div className={classes.body} data-flush={flush || undefined}>
        {children}
      </div>
    </section>
  );
}
