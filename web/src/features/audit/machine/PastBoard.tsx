import { useMemo, useState } from 'react';
import { Link } from 'react-router';
import type { Board } from '@/api/board/boardData';
import type { Card, Column } from '@/api/generated';
import { date, shortDate } from '@/lib/format/dates';
import { statusLabel, statusTone } from '@/lib/format/status';
import { plural } from '@/lib/format/text';
import { useInView } from '@/shared/useInView';
import type { Mark } from './compare';
import { ScrollRegion } from '@/ui/page/ScrollRegion';
import classes from './machine.module.css';

export const markWords: Record<Mark, string> = {
  appeared: 'Appeared',
  left: 'Left',
  moved: 'Moved',
  changed: 'Changed',
};

type Props = { board: Board; at: number; marks: Map<string, Mark>; busy: boolean };

/**
 * Shows the board at a moment, read-only. Cards are small, so that all columns fit on the screen.
 */
export function PastBoard({ board, at, marks, busy }: Props) {
  return (
    <ScrollRegion label="The board then" className={classes.board} busy={busy}>
      {board.columns.map((column) => (
        <PastColumn key={column.typeStatus} column={column} board={board} at={at} marks={marks} />
      ))}
    </ScrollRegion>
  );
}

type Item =
  { kind: 'zone'; title: string; total: number } | { kind: 'card'; card: Card } | { kind: 'more'; hidden: number };

const heights: Record<Item['kind'], number> = { zone: 26, card: 86, more: 30 };

function itemsOf(board: Board, column: Column): Item[] {
  const zones = column.zones && column.zones.length > 1 ? column.zones : [{ ...column, title: '' }];
  return zones.flatMap(({ title, total, taskIds }) => {
    const cards = taskIds.map((id) => board.cards[id]).filter((card) => card !== undefined);
    const items: Item[] = cards.map((card) => ({ kind: 'card', card }));
    if (title) items.unshift({ kind: 'zone', title, total });
    if (total > cards.length) items.push({ kind: 'more', hidden: total - cards.length });
    return items;
  });
}

const keyOf = (item: Item, index: number) => (item.kind === 'card' ? item.card.id : `${item.kind} ${index}`);

/** The distance between two items in px. */
const gap = 6;

/** Returns the top of each item in the list and the height of the list, in px. */
function placesOf(items: Item[]): { tops: number[]; height: number } {
  let at = 0;
  const tops = items.map(({ kind }) => {
    const top = at;
    at += heights[kind] + gap;
    return top;
  });
  return { tops, height: Math.max(at - gap, 0) };
}

type ColumnProps = Omit<Props, 'busy'> & { column: Column };

function PastColumn({ board, column, at, marks }: ColumnProps) {
  const [scroller, setScroller] = useState<HTMLElement | null>(null);
  const items = useMemo(() => itemsOf(board, column), [board, column]);
  const { tops, height } = useMemo(() => placesOf(items), [items]);
  const { from, to } = useInView(tops, scroller);
  return (
    <section className={classes.column} aria-label={`${column.title}, ${plural(column.total, 'order')}`}>
      <header>
        <span className={classes.dot} style={{ background: `var(--st-${statusTone(column.typeStatus)})` }} />
        <h2>{column.title}</h2>
        <span className="tabular">{column.total}</span>
      </header>
      <div ref={setScroller} className={classes.scroller} tabIndex={-1}>
        <ul style={{ height }}>
          {items.slice(from, to).map((item, index) => (
            <li key={keyOf(item, from + index)} style={{ top: tops[from + index], height: heights[item.kind] }}>
              {item.kind === 'zone' && (
                <h3 className={classes.zone}>
                  {item.title} <span className="tabular">{item.total}</span>
                </h3>
              )}
              {item.kind === 'more' && <span className={classes.more}>and {item.hidden} more</span>}
              {item.kind === 'card' && <PastCard card={item.card} at={at} mark={marks.get(item.card.id)} />}
            </li>
          ))}
        </ul>
        {items.length === 0 && <p className={classes.none}>Nothing here</p>}
      </div>
    </section>
  );
}

function PastCard({ card, at, mark }: { card: Card; at: number; mark?: Mark }) {
  return (
    <Link
      to={`/orders/detail/${card.id}/history?at=${at}`}
      className={classes.card}
      data-mark={mark}
      data-past-card={card.id}
      data-struck={card.status === 'cancelled' || undefined}
      title={`${card.orderName} · ${statusLabel(card.status)}`}
    >
      <span className={classes.top}>
        {!mark && <span className={classes.dot} style={{ background: `var(--st-${statusTone(card.status)})` }} />}
        <span className="tabular">{card.orderId}</span>
        {mark && <span className={classes.mark}>{mark === 'appeared' ? 'New' : markWords[mark]}</span>}
      </span>
      <span className={classes.name}>{card.orderName}</span>
      <span className={classes.line}>
        <span>{card.company.name}</span>
        {card.dueDate && (
          <time dateTime={card.dueDate} title={`Due ${date(card.dueDate)}`}>
            <span className="sr-only">Due </span>
            {shortDate(card.dueDate, new Date(card.dueDate))}
          </time>
        )}
      </span>
    </Link>
  );
}
