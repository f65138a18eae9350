import { type KeyboardEvent, useEffect, useRef } from 'react';
import type { Column } from '@/api/generated';
import { statusTone } from '@/lib/format/status';
import classes from '../board.module.css';

/** The id of the column that a tab shows. */
export const columnPanel = 'board-column';

type Props = { columns: Column[]; shown: number; onShow: (typeStatus: string) => void };

const steps: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1, Home: -Infinity, End: Infinity };

/** The columns as tabs, where there is room for only one. */
export function ColumnTabs({ columns, shown, onShow }: Props) {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const tab = list.current?.children[shown];
    tab?.scrollIntoView({ block: 'nearest', inline: 'center' });
  }, [shown]);

  const onKeyDown = (event: KeyboardEvent) => {
    const step = steps[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const next = Math.min(Math.max(shown + step, 0), columns.length - 1);
    onShow(columns[next]?.typeStatus ?? '');
    (list.current?.children[next] as HTMLElement | undefined)?.focus();
  };
  return (
    <div ref={list} role="tablist" aria-label="Columns" tabIndex={-1} className={classes.tabs} onKeyDown={onKeyDown}>
      {columns.map(({ typeStatus, title, total }, index) => (
        <button
          key={typeStatus}
          type="button"
          role="tab"
          aria-selected={index === shown}
          aria-controls={index === shown ? columnPanel : undefined}
          tabIndex={index === shown ? 0 : -1}
          onClick={() => onShow(typeStatus)}
        >
          <span className={classes.dot} style={{ background: `var(--st-${statusTone(typeStatus)})` }} />
          {title}
          <span className={`${classes.count} tabular`}>{total}</span>
        </button>
      ))}
    </div>
  );
}
