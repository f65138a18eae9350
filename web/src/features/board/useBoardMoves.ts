import { useMemo } from 'react';
import { previewMove, readBoard, showCard, useMoveOnBoardMutation } from '@/api/board';
import type { Board } from '@/api/boardData';
import type { Card } from '@/api/generated';
import { useApiDispatch } from '@/api/hooks';
import { statusLabel } from '@/lib/status';
import { orderNumber } from '@/lib/text';
import { askHoldReason, toastRefused } from '@/orders/useOrderCommands';
import { toast } from '@/ui';
import { moveRefused } from './boardSlice';
import { mayDrop, type Place, placeOf, targetOf, whyNot } from './dropRules';

/** A drop: `from` and `to` are droppables, `index` counts in the target without the card itself. */
export type Drop = { card: Card; from: string; to: string; index: number };

function idsAt(board: Board, { column, zone }: Place, without: string): string[] {
  const found = board.columns.find(({ typeStatus }) => typeStatus === column);
  const ids = (zone ? found?.zones?.find((z) => z.zone === zone)?.taskIds : found?.taskIds) ?? [];
  return ids.filter((id) => id !== without);
}

/** The cards right before and right after a place. */
export function neighbours(board: Board, place: Place, index: number, cardId: string) {
  const others = idsAt(board, place, cardId);
  return { afterId: others[index - 1], beforeId: others[index] };
}

/** The card that follows this one where it stands now, to find the way back to. */
function follower(board: Board, card: Card, from: string): string | undefined {
  const place = placeOf(from);
  const column = board.columns.find(({ typeStatus }) => typeStatus === place.column);
  const ids = (place.zone ? column?.zones?.find((z) => z.zone === place.zone)?.taskIds : column?.taskIds) ?? [];
  return ids[ids.indexOf(card.id) + 1];
}

/** Moves with what belongs to them: the reason for a hold, words for a refusal, the way back. */
export function useBoardMoves(manual: boolean, role: string): (drop: Drop) => Promise<void> {
  const dispatch = useApiDispatch();
  const [send] = useMoveOnBoardMutation();

  return useMemo(() => {
    const read = () => dispatch(readBoard());
    const refuse = (card: Card, sentence: string) => dispatch(moveRefused({ cardId: card.id, sentence }));

    const offerUndo = (moved: Card, { from, to }: Drop, next: string | undefined) => {
      if (!mayDrop(moved, placeOf(from))) return;
      const undo = () => {
        const board = read();
        const ids = board ? idsAt(board, placeOf(from), moved.id) : [];
        const at = next ? ids.indexOf(next) : -1;
        void run({ card: moved, from: to, to: from, index: at < 0 ? ids.length : at }, false);
      };
      toast({
        type: 'SUCCESS',
        title: `Moved to ${statusLabel(moved.status)}`,
        message: `${orderNumber(moved.orderId)} ${moved.orderName}`,
        id: `moved-${moved.id}`,
        action: { label: 'Undo', run: undo },
      });
    };

    /** The reason of a hold, asked while the card already shows in its new place; null when cancelled. */
    const holdReason = async ({ card, index }: Drop): Promise<string | null> => {
      dispatch(previewMove(card.id, 'on-hold', index));
      const reason = await askHoldReason(card);
      if (reason === null) dispatch(showCard(card));
      return reason;
    };

    const run = async (drop: Drop, undoable = true): Promise<void> => {
      const { card, from, to, index } = drop;
      const board = read();
      const place = placeOf(to);
      const target = targetOf(place);
      if (!board) return;
      if (!target || !mayDrop(card, place)) {
        refuse(card, whyNot(board, card, place, role));
        return;
      }
      if (from === to && !manual) {
        refuse(card, "Choose the sort 'Manual order' to arrange cards by hand.");
        return;
      }
      const around = manual ? neighbours(board, place, index, card.id) : {};
      const next = follower(board, card, from);
      const asks = target === 'on-hold' && card.status !== 'on-hold';
      const reason = asks ? await holdReason(drop) : undefined;
      if (reason === null) return;
      try {
        const answer = await send({ card, target, index, reason, ...around }).unwrap();
        if (undoable && answer.data.order && from !== to) offerUndo(answer.data.order, drop, next);
      } catch (error) {
        refuse(card, toastRefused(error));
      }
    };
    return run;
  }, [manual, dispatch, role, send]);
}
