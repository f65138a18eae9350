import type { Card, Column, DropTarget, Way } from '@/api/generated';

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

/** The reason why cards cannot be arranged by hand. */
export const sortedHint = "Cards are sorted. Choose the sort 'Manual order' to arrange them by hand.";

/** The reason why a frozen card cannot be lifted. */
export const frozenHint = 'This order is frozen. Nobody can move it until a manager unfreezes it.';

/** A way other than a drop, and its target. */
export type OtherWay = Pick<Way, 'via' | 'action' | 'label'> & { to: Card['status'] };
