import { type ReactNode, useEffect, useRef } from 'react';
import { setPageTitle } from '@/lib/title';
import classes from './Page.module.css';
import { focusHeading, isFocusLost, usePageFocus } from './usePageFocus';

/** The time in ms within which a closing menu or dialog has returned the focus. */
const closingMs = 400;

type Props = {
  title: ReactNode;
  /** Content beside the title that is not part of the heading's name. */
  beside?: ReactNode;
  above?: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
  narrow?: boolean;
};

/** The frame of a page: title, actions and content. It makes sure that the focus is never lost. */
export function Page({ title, beside, above, actions, children, narrow }: Props) {
  const root = useRef<HTMLDivElement>(null);
  // Set while an element of the page has the focus, until the user clicks elsewhere.
  const held = useRef(false);
  usePageFocus(root);
  useEffect(() => setPageTitle(root.current?.querySelector('h1')?.textContent ?? ''));
  useEffect(() => () => setPageTitle(''), []);
  useEffect(() => {
    if (!held.current || !isFocusLost()) return undefined;
    // The focused element was removed by the last change. A menu or dialog that closes returns the
    // focus itself.
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
