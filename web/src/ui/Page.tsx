import { type ReactNode, useEffect, useRef } from 'react';
import { setPageTitle } from '@/lib/title';
import classes from './Page.module.css';
import { focusHeading, isFocusLost, usePageFocus } from './usePageFocus';

/** Until then what closes has given the focus back. */
const closingMs = 400;

type Props = {
  title: ReactNode;
  /** Beside the title: what belongs to it but not to the heading's name. */
  beside?: ReactNode;
  above?: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
  narrow?: boolean;
};

/** The frame of a page: what it is, what one can do, and the content. It sees to it that the focus is never lost. */
export function Page({ title, beside, above, actions, children, narrow }: Props) {
  const root = useRef<HTMLDivElement>(null);
  const held = useRef(false); // something in the page had the focus, and nobody has clicked it away
  usePageFocus(root);
  useEffect(() => setPageTitle(root.current?.querySelector('h1')?.textContent ?? ''));
  useEffect(() => () => setPageTitle(''), []);
  useEffect(() => {
    if (!held.current || !isFocusLost()) return undefined;
    // what had it is gone with the last change; a menu or dialog that closes gives it back by itself
    const timer = setTimeout(() => {
      if (isFocusLost()) focusHeading(root.current);
    }, closingMs);
    return () => clearTimeout(timer);
  });
  return (
    <div
      ref={root}
      className={classes.page}
      data-narrow={narrow || undefined}
      onFocus={() => {
        held.current = true;
      }}
      onPointerDown={() => {
        held.current = false;
      }}
    >
      <div className={classes.head}>
        <div className={classes.titles}>
          {above && <div className={classes.above}>{above}</div>}
          <div className={classes.title}>
            <h1 tabIndex={-1}>{title}</h1>
            {beside}
          </div>
        </div>
        {actions && <div className={classes.actions}>{actions}</div>}
      </div>
      {children}
    </div>
  );
}
