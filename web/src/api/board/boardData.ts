import type { Card, Column, DropTarget, OrdersAnswer, Way } from '../generated';

/** A board in the cache, in manual order. Columns contain card ids. */
export type Board = {
  columns: Column[];
  cards: Record<string, Card>;
  /** Drop target -> status or column -> the roles that may drop there. */
  roles: Record<string, Record<string, string[]>>;
  /** Drop target -> status -> other ways to get there than a drop. */
  ways: Record<string, Record<string, Way[]>>;
  position: number;
  /** Cards whose move is queued until the connection returns, with the move's key. */
  waiting?: Record<string, string>;
};

export type BoardSort = 'manual' | 'created' | 'due' | 'name' | 'updated' | 'priority';

export function toBoard(data: OrdersAnswer['data']): Board {
  return {
    columns: data.columns ?? [],
    cards: data.cards ?? {},
    roles: data.roles ?? {},
    ways: data.ways ?? {},
    position: data.position ?? 0,
  };
}

/** The column and the zone of each status (D-02). */
export const places: Record<Card['status'], [column: Column['typeStatus'], zone: string]> = {
  'ready-to-go': ['new-order', 'active'],
  queue: ['new-order', 'queue'],
  draft: ['new-order', 'draft'],
  'in-progress': ['in-progress', ''],
  'gr-revision': ['in-progress', ''],
  'in-review': ['in-review', ''],
  'on-hold': ['on-hold', ''],
  approved: ['approved', 'approved'],
  completed: ['approved', 'completed'],
  cancelled: ['cancelled', ''],
};

/** Returns the status that a drop sets (D-04). */
export function droppedStatus(target: DropTarget): Card['status'] {
  return target === 'active' ? 'ready-to-go' : target;
}

type List = { taskIds: string[]; total: number };

/**
 * Returns the list that contains cards of this status, and its column where that is another list.
 */
function listOf(board: Board, status: Card['status']): { list: List; column: Column } | undefined {
  const [name, zoneName] = places[status];
  const column = board.columns.find(({ typeStatus }) => typeStatus === name);
  if (!column) return undefined;
  return { list: column.zones?.find(({ zone }) => zone === zoneName) ?? column, column };
}

function put(board: Board, card: Card, at: number | undefined): void {
  const found = listOf(board, card.status);
  if (!found) return;
  const { list, column } = found;
  list.total += 1;
  if (list !== column) column.total += 1;
  if (at === undefined) return;
  board.cards[card.id] = card;
  list.taskIds.splice(at, 0, card.id);
  if (list !== column) column.taskIds = (column.zones ?? []).flatMap((zone) => zone.taskIds);
  renumber(board, list.taskIds, card.status);
}

/** Removes a card from the board and from the totals of its zone and column. */
export function removeCard(board: Board, id: string): void {
  const card = board.cards[id];
  const found = card && listOf(board, card.status);
  if (!found) return;
  for (const list of new Set<List>([found.list, found.column])) {
    const kept = list.taskIds.filter((other) => other !== id);
    if (kept.length === list.taskIds.length) continue;
    list.taskIds = kept;
    list.total -= 1;
  }
  delete board.cards[id];
  renumber(board, found.list.taskIds, card.status);
}

/**
 * Puts the newest state of a card in its place. A state older than the one on the screen changes
 * nothing. A card beyond the loaded window of its column is only counted. Counts that a change
 * lacks stay.
 */
export function placeCard(board: Board, changed: Card): void {
  const shown = board.cards[changed.id];
  if (shown && shown.position > changed.position) return;
  const card = {
    ...changed,
    attachments: changed.attachments ?? shown?.attachments,
    openTopics: changed.openTopics ?? shown?.openTopics,
    staleApprovals: changed.staleApprovals ?? shown?.staleApprovals,
  };
  removeCard(board, card.id);
  const found = listOf(board, card.status);
  if (card.archived || !found) return;
  const at = found.list.taskIds.findIndex((id) => {
    const rank = board.cards[id]?.rank ?? '';
    return card.rank < rank || (card.rank === rank && card.id < id);
  });
  if (at >= 0) put(board, card, at);
  else put(board, card, found.column.cursor ? undefined : found.list.taskIds.length);
}

/** The card state for each status, until the server has sent it (BD-088..BD-100). */
export const cardStates: Record<Card['status'], Card['orderStateStatus']> = {
  draft: 'DRAFT_CARD',
  queue: 'QUEUE_CARD',
  'ready-to-go': 'READY_TO_GO',
  'in-progress': 'IN_PROGRESS',
  'gr-revision': 'ACTIVE_CARD',
  'in-review': 'IN_REVIEW',
  'on-hold': 'ON_HOLD',
  approved: 'APPROVED',
  completed: 'ACTIVE_CARD',
  cancelled: 'CANCELLED',
};

/**
 * Shows a move before the server has answered. The card is placed at `index` of the target's zone.
 */
export function moveCard(board: Board, id: string, target: DropTarget, index: number): void {
  showIn(board, id, droppedStatus(target), () => index);
}

/** Shows a card in a status, at the place that `at` returns among the other cards there. */
export function showIn(
  board: Board,
  id: string,
  status: Card['status'],
  at: (others: string[]) => number,
  changes: Partial<Card> = {},
): void {
  const card = board.cards[id];
  if (!card) return;
  removeCard(board, id);
  const others = listOf(board, status)?.list.taskIds ?? [];
  put(board, { ...card, ...changes, status, orderStateStatus: cardStates[status] }, at(others));
}

/**
 * Updates the places of a zone to its order on the screen. A queue counts for each customer
 * separately.
 */
function renumber(board: Board, ids: string[], status: Card['status']): void {
  const next = new Map<string, number>();
  for (const id of ids) {
    const card = board.cards[id];
    if (!card) continue;
    const key = status === 'queue' ? card.company.name : '';
    const place = next.get(key) ?? 0;
    next.set(key, place + 1);
    if (card.positionOrder !== place) card.positionOrder = place;
  }
}

/** Adds the next window of a column to the loaded cards. */
export function addWindow(board: Board, window: Board): void {
  for (const [id, card] of Object.entries(window.cards)) board.cards[id] ??= card;
  for (const next of window.columns) {
    const column = board.columns.find(({ typeStatus }) => typeStatus === next.typeStatus);
    if (!column) continue;
    for (const zone of next.zones ?? []) {
      const own = column.zones?.find((candidate) => candidate.zone === zone.zone);
      if (own) append(own, zone.taskIds);
    }
    append(column, next.taskIds);
    column.cursor = next.cursor;
  }
}

function append(list: List, ids: string[]): void {
  const known = new Set(list.taskIds);
  list.taskIds.push(...ids.filter((id) => !known.has(id)));
}
