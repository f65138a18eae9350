import { useEffect, useRef } from 'react';
import { BusyButton } from '@/ui/fields/BusyButton';
import classes from './people.module.css';

type Props = { shown: string; hasMore: boolean; busy: boolean; onMore: () => void };

/** Says how much of a list shows, and loads the next page of it. */
export function ListFoot({ shown, hasMore, busy, onMore }: Props) {
  const count = useRef<HTMLSpanElement>(null);
  const had = useRef(hasMore);
  useEffect(() => {
    // After the last page the button disappears and cannot keep the focus.
    if (had.current && !hasMore && document.activeElement === document.body) count.current?.focus();
    had.current = hasMore;
  }, [hasMore]);
  return (
    <footer className={classes.foot}>
      <span ref={count} className="tabular" role="status" tabIndex={-1}>
        {shown}
      </span>
      {hasMore && (
        <BusyButton variant="default" size="xs" busy={busy} onClick={onMore}>
          Load more
        </BusyButton>
      )}
    </footer>
  );
}
