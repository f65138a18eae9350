import { type Board, droppedStatus } from '@/api/board/boardData';
import type { Card, Column, DropTarget, Way } from '@/api/generated';
import { slotsTaken } from '@/lib/format/slots';
import { rolesInWords, statusLabel } from '@/lib/format/status';

/** A droppable is `column/zone`, or `column/` where a column has no zones. */
export type Place = { column: Column['typeStatus']; zone: string };

const droppable = (column: string, zone = '') => `${column}/${zone}`;

export function placeId(column: string, zone?: string): string {
  return droppable(column, zone);
}

export function placeOf(droppableId: string): Place {
  const [column = '', zone = ''] = droppableId.split('/');
  return { column: column as Place['column'], zone };
}

const noTarget = new Set(['draft', 'completed', 'cancelled', 'new-order']);

/** Returns the API target of a drop there, or null where nobody can drop. */
export function targetOf({ column, zone }: Place): DropTarget | null {
  const name = zone || column;
  return noTarget.has(name) ? null : (name as DropTarget);
}

export function mayDrop(card: Card, place: Place): boolean {
  const target = targetOf(place);
  return target !== null && card.allowedDrops.includes(target);
}

/**
 * Reports whether a zone accepts one of the lifted cards. A card's own zone does so in manual order
 * only.
 */
export function takes(cards: Card[], zone: string, home: string | undefined, manual: boolean): boolean {
  if (zone === home && !manual) return false;
  return cards.some((card) => mayDrop(card, placeOf(zone)));
}

export function columnOfCard(board: Board, card: Card): Column | undefined {
  return board.columns.find(
    ({ taskIds, zones }) => taskIds.includes(card.id) || zones?.some((z) => z.taskIds.includes(card.id)),
  );
}

/** The reason why cards cannot be arranged by hand. */
export const sortedHint = "Cards are sorted. Choose the sort 'Manual order' to arrange them by hand.";

/** The reason why a frozen card cannot be lifted. */
export const frozenHint = 'This order is frozen. Nobody can move it until a manager unfreezes it.';

/** A way other than a drop, and its target. */
export type OtherWay = Pick<Way, 'via' | 'action' | 'label'> & { to: Card['status'] };

const nameOf = ({ column, zone }: Place): string => zone || column;
const statusOf = (name: string) => droppedStatus(name as DropTarget);

/**
 * The way to bring a card to a place where it cannot be dropped: the status control or a named
 * action.
 */
export function wayTo(board: Board, card: Card, place: Place): OtherWay | undefined {
  const name = nameOf(place);
  const to = statusOf(name);
  const way = board.ways[name]?.[card.status]?.find(
    ({ via, action }) =>
      (via === 'status' && card.allowedStatuses.includes(to)) || (action && card.allowedActions.includes(action)),
  );
  if (!way) return undefined;
  const label = way.via === 'status' ? `${way.label} to ${statusLabel(to)}` : way.label;
  return { via: way.via, action: way.action, label, to };
}

/**
 * Returns one sentence: why this card cannot be dropped there, the way that works, and who could
 * drop it.
 */
export function whyNot(board: Board, card: Card, place: Place, myRole: string): string {
  if (board.waiting?.[card.id])
    return 'A change of this order waits for the connection. It can be moved again after that.';
  if (card.frozen) return frozenHint;
  const name = nameOf(place);
  if (name === 'new-order') return 'Orders cannot be dropped here.';
  const what =
    statusOf(name) === card.status
      ? `arrange the orders in ${statusLabel(name)} by hand`
      : `move an order from ${statusLabel(card.status)} to ${statusLabel(name)}`;
  if (name === 'active' && card.fullSlots !== undefined)
    return `${slotsTaken(card.fullSlots)}. ${card.status === 'queue' ? 'It starts by itself once one is free.' : 'It can wait in the queue.'}`;
  const mine = wayTo(board, card, place);
  if (mine) return `You cannot ${what} by dragging. Use '${mine.label}' instead.`;
  const from = columnOfCard(board, card)?.typeStatus ?? '';
  const roles = board.roles[name]?.[card.status] ?? board.roles[name]?.[from] ?? [];
  if (roles.includes(myRole)) return `You cannot ${what} now.`;
  if (roles.length > 0) return `Only ${rolesInWords(roles)} can ${what}.`;
  const [other] = board.ways[name]?.[card.status] ?? [];
  if (!other) return `Nobody can ${what}.`;
  if (other.roles.includes(myRole)) return `You cannot ${what} now.`;
  return `Only ${rolesInWords(other.roles)} can ${what}, with '${other.label}'.`;
}
