import type { Board } from '@/api/boardData';
import type { Card, Column, DropTarget } from '@/api/generated';
import { rolesInWords, statusLabel } from '@/lib/status';

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

/** What a drop there means for the API; null where nothing can be dropped by anybody. */
export function targetOf({ column, zone }: Place): DropTarget | null {
  const name = zone || column;
  return noTarget.has(name) ? null : (name as DropTarget);
}

export function mayDrop(card: Card, place: Place): boolean {
  const target = targetOf(place);
  return target !== null && card.allowedDrops.includes(target);
}

/** Whether a zone takes one of the lifted cards; in the zone they come from they are arranged under manual order only. */
export function takes(cards: Card[], zone: string, home: string | undefined, manual: boolean): boolean {
  if (zone === home && !manual) return false;
  return cards.some((card) => mayDrop(card, placeOf(zone)));
}

export function columnOfCard(board: Board, card: Card): Column | undefined {
  return board.columns.find(
    ({ taskIds, zones }) => taskIds.includes(card.id) || zones?.some((z) => z.taskIds.includes(card.id)),
  );
}

const elsewhere: Record<string, string> = {
  draft: "Use 'Revert as Draft' in the card's menu to make it a draft.",
  completed: 'Use the status control of the order to complete it.',
  cancelled: "Use 'Cancel Order' in the card's menu to cancel it.",
};

/** Why cards cannot be arranged by hand now. */
export const sortedHint = "Cards are sorted. Choose the sort 'Manual order' to arrange them by hand.";

/** One sentence on why this card cannot be dropped there, and who could do it. */
export function whyNot(board: Board, card: Card, place: Place, myRole: string): string {
  if (board.waiting?.[card.id])
    return 'A move of this order waits for the connection. It can be moved again after that.';
  if (card.frozen) return 'This order is frozen. Nobody can move it until a manager unfreezes it.';
  const target = targetOf(place);
  const name = place.zone || place.column;
  if (!target) return elsewhere[name] ?? 'Orders cannot be dropped here.';
  const from = columnOfCard(board, card)?.typeStatus ?? '';
  const roles = board.roles[target]?.[card.status] ?? board.roles[target]?.[from] ?? [];
  const what = `move an order from ${statusLabel(card.status)} to ${statusLabel(target)}`;
  if (roles.length === 0) return `Nobody can ${what} on the board.`;
  if (roles.includes(myRole)) return `You cannot ${what} now.`;
  return `Only ${rolesInWords(roles)} can ${what}.`;
}
