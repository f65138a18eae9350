import type { Board } from '@/api/board/boardData';
import type { Card } from '@/api/generated';
import { type Place, placeId, placeOf } from '../drag/dropRules';

/** Returns the cards of a zone in manual order. */
export function idsAt(board: Board, { column, zone }: Place): string[] {
  const found = board.columns.find(({ typeStatus }) => typeStatus === column);
  return (zone ? found?.zones?.find((z) => z.zone === zone)?.taskIds : found?.taskIds) ?? [];
}

/**
 * Returns the nearest unmoved cards before and after a place. `index` does not count the lifted
 * card.
 */
export function neighbours(board: Board, place: Place, index: number, lifted: string, leaving: Set<string>) {
  const others = idsAt(board, place).filter((id) => id !== lifted);
  const stays = (id: string) => !leaving.has(id);
  return { afterId: others.slice(0, index).findLast(stays), beforeId: others.slice(index).find(stays) };
}

/** Returns the unmoved card that currently follows this one, so that a move can be undone. */
export function follower(board: Board, id: string, from: string, leaving: Set<string>): string | undefined {
  const ids = idsAt(board, placeOf(from));
  return ids.slice(ids.indexOf(id) + 1).find((other) => !leaving.has(other));
}

/** Returns the droppable that contains a card. */
export function homeOf(board: Board, id: string): string | undefined {
  for (const { typeStatus, zones, taskIds } of board.columns) {
    const zone = zones && zones.length > 1 ? zones.find((z) => z.taskIds.includes(id)) : undefined;
    if (zone) return placeId(typeStatus, zone.zone);
    if (taskIds.includes(id)) return placeId(typeStatus);
  }
  return undefined;
}

/** Returns the named cards in the order of the board, columns from left to right. */
export function inBoardOrder(board: Board, ids: string[]): Card[] {
  const wanted = new Set(ids);
  const all = board.columns.flatMap(({ zones, taskIds }) => (zones ? zones.flatMap((z) => z.taskIds) : taskIds));
  return all.flatMap((id) => (wanted.has(id) && board.cards[id] ? [board.cards[id]] : []));
}
