import type { DragStart, DragUpdate, DropResult } from 'react-beautiful-dnd';
import type { Board } from '@/api/board/boardData';
import { plural } from '@/lib/format/text';
import { mayDrop, placeOf, sortedHint } from './dropRules';
import { whyNot } from './whyNot';

/** The instruction that screen readers read before a card is moved by keyboard. */
export const liftInstruction =
  'Press Space to lift the card. While it is lifted, use the arrow keys to move it, Space to drop it and Escape to put it back. Press M for a menu with the same moves, X to select the card.';

/** Returns the name of a place: `In Progress`, or `New Order, Queue` for a zone. */
export function placeName(board: Board, droppableId: string): string {
  const { column, zone } = placeOf(droppableId);
  const found = board.columns.find(({ typeStatus }) => typeStatus === column);
  const zoneTitle =
    found?.zones && found.zones.length > 1 ? found.zones.find((z) => z.zone === zone)?.title : undefined;
  return [found?.title ?? column, zoneTitle].filter(Boolean).join(', ');
}

/** Returns the name of the lifted card, with the number of other cards that move with it. */
function nameOf(board: Board, id: string, count = 1): string {
  const card = board.cards[id];
  const name = card ? `${card.orderId} ${card.orderName}` : 'The card';
  return count > 1 ? `${name} and ${plural(count - 1, 'other card')}` : name;
}

export function announceLift(board: Board, { draggableId, source }: DragStart, count = 1): string {
  return `${nameOf(board, draggableId, count)} lifted in ${placeName(board, source.droppableId)}, position ${source.index + 1}.`;
}

/**
 * What the announcements of a drag depend on: the role, manual order or not, and the number of
 * cards.
 */
export type Carrying = { role: string; manual: boolean; count: number };

/** Reports whether a card is over the place that it was lifted from. */
const isHome = (source: DragStart['source'], over: DragStart['source']): boolean =>
  over.droppableId === source.droppableId && over.index === source.index;

export function announceOver(
  board: Board,
  { draggableId, source, destination }: DragUpdate,
  { role, manual, count }: Carrying,
): string {
  if (!destination) return 'Not over a column.';
  const card = board.cards[draggableId];
  const where = placeName(board, destination.droppableId);
  if (isHome(source, destination)) return `${where}, position ${destination.index + 1}.`;
  if (!manual && destination.droppableId === source.droppableId) return `${where}. ${sortedHint}`;
  if (count > 1) return `${where}, position ${destination.index + 1}.`;
  if (card && !mayDrop(card, placeOf(destination.droppableId))) {
    return `${where}. ${whyNot(board, card, placeOf(destination.droppableId), role)}`;
  }
  return `${where}, position ${destination.index + 1}.`;
}

export function announceDrop(board: Board, result: DropResult, { role, manual, count }: Carrying): string {
  const { draggableId, destination, source, reason } = result;
  const name = nameOf(board, draggableId, count);
  if (reason === 'CANCEL' || !destination || isHome(source, destination)) {
    return `${name} put back in ${placeName(board, source.droppableId)}.`;
  }
  if (!manual && destination.droppableId === source.droppableId) return `Not moved. ${sortedHint}`;
  const card = board.cards[draggableId];
  const place = placeOf(destination.droppableId);
  if (count === 1 && card && !mayDrop(card, place)) return `Not moved. ${whyNot(board, card, place, role)}`;
  return `${name} dropped in ${placeName(board, destination.droppableId)}, position ${destination.index + 1}.`;
}
