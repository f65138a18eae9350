import type { Board } from '@/api/board/boardData';
import type { Card } from '@/api/generated';
import { date } from '@/lib/format/dates';
import { statusLabel } from '@/lib/format/status';

export type Mark = 'appeared' | 'left' | 'moved' | 'changed';

export type Difference = {
  /** The card at the later moment, or at the earlier one if it left the board. */
  card: Card;
  mark: Mark;
  /** The place of the card at each moment; empty where it was not on the board. */
  from: string;
  to: string;
  /** The other fields that differ. */
  fields: { field: string; from: string; to: string }[];
};

/** Returns the facts of a card that an auditor compares, as text. */
function facts(card: Card): [field: string, value: string][] {
  return [
    ['Name', card.orderName],
    ['Company', card.company.name],
    ['Service', card.serviceName],
    ['Package', card.packageName],
    ['Due', date(card.dueDate)],
    ['Operator', card.operator?.label ?? ''],
    ['Hold reason', card.holdReason ?? ''],
    ['Frozen', card.frozen ? 'yes' : ''],
  ];
}

function fieldsOf(before: Card, after: Card): Difference['fields'] {
  const was = new Map(facts(before));
  return facts(after)
    .filter(([field, value]) => was.get(field) !== value)
    .map(([field, value]) => ({ field, from: was.get(field) ?? '', to: value }));
}

const order: Mark[] = ['appeared', 'left', 'moved', 'changed'];

/**
 * Returns the differences between the board at two moments: new cards first, then those that left,
 * moved, changed.
 */
export function compareBoards(before: Board, after: Board): Difference[] {
  const found: Difference[] = [];
  for (const card of Object.values(after.cards)) {
    const old = before.cards[card.id];
    const to = statusLabel(card.status);
    if (!old) {
      found.push({ card, mark: 'appeared', from: '', to, fields: [] });
      continue;
    }
    const fields = fieldsOf(old, card);
    const from = statusLabel(old.status);
    if (old.status !== card.status) found.push({ card, mark: 'moved', from, to, fields });
    else if (fields.length > 0) found.push({ card, mark: 'changed', from, to, fields });
  }
  for (const card of Object.values(before.cards)) {
    if (!after.cards[card.id]) found.push({ card, mark: 'left', from: statusLabel(card.status), to: '', fields: [] });
  }
  const number = ({ card }: Difference) => Number(/\d+/.exec(card.orderId)?.[0] ?? 0);
  return found.sort((a, b) => order.indexOf(a.mark) - order.indexOf(b.mark) || number(a) - number(b));
}

/** Returns the number of differences of each kind, in the order of the list. */
export function tally(differences: Difference[]): [mark: Mark, count: number][] {
  return order
    .map((mark): [Mark, number] => [mark, differences.filter((one) => one.mark === mark).length])
    .filter(([, count]) => count > 0);
}

/**
 * isWhole reports whether a board contains every card that it counts. A past board contains at most
 * one window of each zone.
 */
export function isWhole(board: Board): boolean {
  return board.columns.every(({ total, taskIds }) => total <= taskIds.length);
}
