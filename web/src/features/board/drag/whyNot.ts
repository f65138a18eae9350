import { type Board, droppedStatus } from '@/api/board/boardData';
import type { Card, Column, DropTarget } from '@/api/generated';
import { slotsTaken } from '@/lib/format/slots';
import { rolesInWords, statusLabel } from '@/lib/format/status';
import { frozenHint, type OtherWay, type Place } from './dropRules';

const nameOf = ({ column, zone }: Place): string => zone || column;
const statusOf = (name: string) => droppedStatus(name as DropTarget);

function columnOfCard(board: Board, card: Card): Column | undefined {
  return board.columns.find(
    ({ taskIds, zones }) => taskIds.includes(card.id) || zones?.some((z) => z.taskIds.includes(card.id)),
  );
}

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
