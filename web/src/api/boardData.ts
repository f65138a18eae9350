import type { Card, Column, DropTarget, OrdersAnswer } from './generated';

/** A board as the cache holds it: columns name cards by id. */
export type Board = {
  columns: Column[];
  cards: Record<string, Card>;
  /** Drop target -> column -> roles that may drop there. */
  roles: Record<string, Record<string, string[]>>;
  position: number;
};

export type BoardSort = 'manual' | 'created' | 'due' | 'name' | 'updated';
export type BoardArgs = { sort: BoardSort; sortAsc: boolean };

export function toBoard(data: OrdersAnswer['data']): Board {
  return {
    columns: data.columns ?? [],
    cards: data.cards ?? {},
    roles: data.roles ?? {},
    position: data.position ?? 0,
  };
}

const columnOf: Record<string, Column['typeStatus']> = {
  draft: 'new-order',
  queue: 'new-order',
  'ready-to-go': 'new-order',
  'in-progress': 'in-progress',
  'gr-revision': 'in-progress',
  'in-review': 'in-review',
  'on-hold': 'on-hold',
  approved: 'approved',
  completed: 'approved',
  cancelled: 'cancelled',
};

const zoneOf: Record<string, string> = {
  draft: 'draft',
  queue: 'queue',
  'ready-to-go': 'active',
  'in-progress': 'in-progress',
  'gr-revision': 'in-progress',
  approved: 'approved',
  completed: 'completed',
};

/** The status a drop makes of a card (D-04). */
export function droppedStatus(target: DropTarget): Card['status'] {
  return target === 'active' ? 'ready-to-go' : target;
}

function orderOf({ sort, sortAsc }: BoardArgs): (a: Card, b: Card) => number {
  const key = (card: Card): string => {
    if (sort === 'created') return card.createdAt;
    if (sort === 'due') return card.dueDate ?? '9999';
    if (sort === 'name') return card.orderName.toLowerCase();
    return sort === 'updated' ? card.updatedAt : card.rank;
  };
  const sign = sort === 'manual' || sortAsc ? 1 : -1;
  return (a, b) => {
    const [x, y] = [key(a), key(b)];
    if (x === y) return a.id < b.id ? -1 : 1;
    return x < y ? -sign : sign;
  };
}

type List = { taskIds: string[]; total: number };

/** The zone and the column a card of this status stands in; the column alone where it has no zones. */
function listsOf(board: Board, card: Pick<Card, 'status'>): [List, Column] | [Column] | [] {
  const column = board.columns.find(({ typeStatus }) => typeStatus === columnOf[card.status]);
  if (!column) return [];
  const zone = column.zones?.find((candidate) => candidate.zone === zoneOf[card.status]);
  return zone ? [zone, column] : [column];
}

/** Takes a card off the board; its column's total falls with it. */
export function removeCard(board: Board, id: string): void {
  const card = board.cards[id];
  if (!card) return;
  for (const list of listsOf(board, card)) {
    const kept = list.taskIds.filter((other) => other !== id);
    if (kept.length === list.taskIds.length) continue;
    list.taskIds = kept;
    list.total -= 1;
  }
  delete board.cards[id];
}

/**
 * Puts the newest state of a card where it belongs. An older state than the one shown changes nothing. A card that
 * belongs behind the loaded window of its column is only counted.
 */
export function placeCard(board: Board, card: Card, args: BoardArgs): void {
  const shown = board.cards[card.id];
  if (shown && shown.position > card.position) return;
  removeCard(board, card.id);
  if (card.archived) return;
  const column = board.columns.find(({ typeStatus }) => typeStatus === columnOf[card.status]);
  if (!column) return;
  const before = orderOf(args);
  const list: List = listsOf(board, card)[0] ?? column;
  const at = list.taskIds.findIndex((id) => {
    const other = board.cards[id];
    return other !== undefined && before(card, other) < 0;
  });
  list.total += 1;
  if (list !== column) column.total += 1;
  if (at < 0 && column.cursor && list.taskIds.length > 0) return;
  board.cards[card.id] = card;
  list.taskIds.splice(at < 0 ? list.taskIds.length : at, 0, card.id);
  if (list !== column) column.taskIds = (column.zones ?? []).flatMap((zone) => zone.taskIds);
  renumber(board, list.taskIds, args);
}

/** Keeps the priorities of a zone in step with what it shows, where it shows all of them from the top. */
function renumber(board: Board, ids: string[], { sort }: BoardArgs): void {
  if (sort !== 'manual') return;
  ids.forEach((id, index) => {
    const card = board.cards[id];
    if (card && card.positionOrder !== index) card.positionOrder = index;
  });
}

/** Shows a move before the server has answered: the card at `index` of the target's zone. */
export function moveCard(board: Board, id: string, target: DropTarget, index: number, args: BoardArgs): void {
  const card = board.cards[id];
  if (!card) return;
  removeCard(board, id);
  const status = droppedStatus(target);
  const moved = { ...card, status };
  board.cards[id] = moved;
  const [list, column] = listsOf(board, moved);
  if (!list) return;
  list.taskIds.splice(index, 0, id);
  list.total += 1;
  if (column) {
    column.total += 1;
    column.taskIds = (column.zones ?? []).flatMap((zone) => zone.taskIds);
  }
  renumber(board, list.taskIds, args);
}

/** Adds the next window of a column to what is loaded. */
export function addWindow(board: Board, window: Board): void {
  for (const next of window.columns) {
    const column = board.columns.find(({ typeStatus }) => typeStatus === next.typeStatus);
    if (!column) continue;
    append(column, next.taskIds);
    for (const zone of next.zones ?? []) {
      const own = column.zones?.find((candidate) => candidate.zone === zone.zone);
      if (own) append(own, zone.taskIds);
    }
    column.cursor = next.cursor;
  }
  for (const [id, card] of Object.entries(window.cards)) board.cards[id] ??= card;
}

function append(list: List, ids: string[]): void {
  const known = new Set(list.taskIds);
  list.taskIds.push(...ids.filter((id) => !known.has(id)));
}
