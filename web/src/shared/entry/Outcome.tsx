import type { ReactNode } from 'react';
import { focusOnMount } from '@/lib/hooks/focusOnMount';
import classes from './entry.module.css';

type Props = { title: string; children: ReactNode };

/** What replaces a form after it was sent. Its heading gets the focus, so that it is announced. */
export function Outcome({ title, children }: Props) {
  return (
    <>
      <h1 className={classes.title} tabIndex={-1} ref={focusOnMount}>
        {title}
      </h1>
      {children}
    </>
  );
}
