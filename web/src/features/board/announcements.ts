import type { DragStart, DragUpdate, DropResult } from 'react-beautiful-dnd';
import type { Board } from '@/api/boardData';
import { orderNumber } from '@/lib/text';
import { mayDrop, placeOf, whyNot } from './dropRules';

/** What screen readers say while a card is moved by keyboard. */
export const liftInstruction =
  'Press Space to lift the card. While it is lifted, use the arrow keys to move it, Space to drop it and Escape to put it back. Press M for a menu with the same moves.';

/** `In Progress`, or `New Order, Queue` for a zone. */
export function placeName(board: Board, droppableId: string): string {
  const { column, zone } = placeOf(droppableId);
  const found = board.columns.find(({ typeStatus }) => typeStatus === column);
  const zoneTitle =
    found?.zones && found.zones.length > 1 ? found.zones.find((z) => z.zone === zone)?.title : undefined;
  return [found?.title ?? column, zoneTitle].filter(Boolean).join(', ');
}

function nameOf(board: Board, id: string): string {
  const card = board.cards[id];
  return card ? `${orderNumber(card.orderId)} ${card.orderName}` : 'The card';
}

export function announceLift(board: Board, { draggableId, source }: DragStart): string {
  return `${nameOf(board, draggableId)} lifted in ${placeName(board, source.droppableId)}, position ${source.index + 1}.`;
}

export function announceOver(board: Board, { draggableId, destination }: DragUpdate, role: string): string {
  if (!destination) return 'Not over a column.';
  const card = board.cards[draggableId];
  const where = placeName(board, destination.droppableId);
  if (card && !mayDrop(card, placeOf(destination.droppableId))) {
    return `${where}. ${whyNot(board, card, placeOf(destination.droppableId), role)}`;
  }
  return `${where}, position ${destination.index + 1}.`;
}

export function announceDrop(board: Board, result: DropResult, role: string): string {
  const { draggableId, destination, source, reason } = result;
  const name = nameOf(board, draggableId);
  if (reason === 'CANCEL' || !destination) return `${name} is back in ${placeName(board, source.droppableId)}.`;
  const card = board.cards[draggableId];
  const place = placeOf(destination.droppableId);
  if (card && !mayDrop(card, place)) return `Not moved. ${whyNot(board, card, place, role)}`;
  return `${name} dropped in ${placeName(board, destination.droppableId)}, position ${destination.index + 1}.`;
}
