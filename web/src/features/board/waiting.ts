import { createNextState } from '@reduxjs/toolkit';
import { type Board, showIn } from '@/api/board/boardData';
import type { Change } from '@/api/outbox/outboxState';

/** A card with a pending move or action accepts no other command. */
const resting = { allowedDrops: [], allowedStatuses: [], allowedActions: [] };

/**
 * Returns the board with the queued moves applied, and the cards with a queued action in their place. They are sent
 * when the connection returns (BY-036).
 */
export function withWaiting(board: Board, changes: Change[]): Board {
  const moves = changes.filter(({ move }) => move && board.cards[move.cardId]);
  const acts = changes.filter(({ act }) => act && !act.versionId && board.cards[act.orderId]);
  if (moves.length === 0 && acts.length === 0) return board;
  return createNextState(board, (draft) => {
    draft.waiting = {};
    for (const { key, move } of moves) {
      if (!move) continue;
      const { cardId, status, beforeId, afterId, reason } = move;
      const at = (others: string[]) => {
        const before = beforeId ? others.indexOf(beforeId) : -1;
        const after = afterId ? others.indexOf(afterId) : -1;
        if (before >= 0) return before;
        return after >= 0 ? after + 1 : others.length;
      };
      showIn(draft, cardId, status, at, { ...resting, holdReason: reason });
      draft.waiting[cardId] = key;
    }
    for (const { key, act } of acts) {
      if (!act || draft.waiting[act.orderId]) continue;
      Object.assign(draft.cards[act.orderId] ?? {}, resting);
      draft.waiting[act.orderId] = key;
    }
  });
}
