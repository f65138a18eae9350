import { useMemo } from 'react';
import { type BoardMove, moveChange, previewMove, readBoard, showCard } from '@/api/board/board';
import type { Card } from '@/api/generated';
import { useApiDispatch, useSession } from '@/api/hooks';
import { inOrder } from '@/api/request/inOrder';
import { sendOrQueue } from '@/api/outbox/outbox';
import { statusLabel } from '@/lib/format/status';
import { newId } from '@/lib/newId';
import { moveWords } from '@/shared/command/actions';
import { usePlacing } from '@/shared/payg/usePlacing';
import { askHoldReason, toastRefused } from '@/shared/command/refusal';
import { toast, toastNotLoaded } from '@/ui';
import { moveRefused } from './boardSlice';
import { mayDrop, type OtherWay, placeOf, sortedHint, targetOf } from './drag/dropRules';
import { refusals } from './drag/refusals';
import { keepFocus } from './drag/keepFocus';
import { follower, idsAt, neighbours } from './columns/order';

/**
 * A drop. `from` and `to` are droppables; `index` is the place in the target without the card
 * itself.
 */
export type Drop = { card: Card; from: string; to: string; index: number };

/** The result of a move: the new card, a queued move, or the error. */
export type Outcome = { moved: Card } | { waits: true } | { error: unknown };

export type Send = (move: Omit<BoardMove, 'key' | 'userId' | 'what'>) => Promise<Outcome>;

/**
 * Shows a move at once, and sends or queues it. A move that is refused or queued shows the card as
 * it was before the board asked for a reason (BY-034, BY-036).
 */
export function useSendMove(): Send {
  const dispatch = useApiDispatch();
  const { userId } = useSession();
  return useMemo(
    () => async (move) => {
      const { card, target, index } = move;
      const what = moveWords(card, target);
      const change = moveChange({ ...move, key: newId(), userId: userId ?? '', what });
      dispatch(previewMove(card.id, target, index));
      try {
        const sent = await inOrder(card.id, () => dispatch(sendOrQueue(change)));
        const moved = sent.waits ? undefined : sent.answer.data?.order;
        if (!moved) dispatch(showCard(card));
        return sent.waits ? sent : { moved: moved ?? card };
      } catch (error) {
        dispatch(showCard(card));
        return { error };
      }
    },
    [dispatch, userId],
  );
}

/**
 * Moves one card: it asks for the reason of a hold, shows the reason of a refusal, and offers undo.
 */
export function useBoardMoves(manual: boolean, role: string): (drop: Drop) => Promise<void> {
  const dispatch = useApiDispatch();
  const send = useSendMove();
  const placing = usePlacing();

  return useMemo(() => {
    const read = () => dispatch(readBoard());
    const refuse = (card: Card, sentence: string, way?: OtherWay) =>
      dispatch(moveRefused({ cardId: card.id, sentence, way }));

    const offerUndo = (moved: Card, { from, to }: Drop, next: string | undefined) => {
      if (!mayDrop(moved, placeOf(from))) return;
      const undo = () => {
        const board = read();
        const ids = board ? idsAt(board, placeOf(from)).filter((id) => id !== moved.id) : [];
        const at = next ? ids.indexOf(next) : -1;
        void run({ card: moved, from: to, to: from, index: at < 0 ? ids.length : at }, false);
      };
      toast({
        type: 'SUCCESS',
        title: `Moved to ${statusLabel(moved.status)}`,
        message: `${moved.orderId} ${moved.orderName}`,
        id: `moved-${moved.id}`,
        action: { label: 'Undo', run: undo },
      });
    };

    /**
     * Asks for the reason of a hold while the card already shows in its new place. Returns null
     * when it is cancelled.
     */
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
      const waits = board.waiting?.[card.id];
      if (waits || !target || !mayDrop(card, place)) {
        const words = await refusals.get().catch(toastNotLoaded);
        const way = waits || card.frozen ? undefined : words?.wayTo(board, card, place);
        if (words) refuse(card, words.whyNot(board, card, place, role), way);
        return;
      }
      if (from === to && !manual) {
        refuse(card, sortedHint);
        return;
      }
      const leaving = new Set([card.id]);
      const around = manual ? neighbours(board, place, index, card.id, leaving) : {};
      const next = follower(board, card.id, from, leaving);
      const asks = target === 'on-hold' && card.status !== 'on-hold';
      const reason = asks ? await holdReason(drop) : undefined;
      if (reason === null) return;
      const sendOnce = async () => {
        const outcome = await send({ card, target, index, reason, ...around });
        if ('error' in outcome) throw outcome.error;
        return outcome;
      };
      try {
        const outcome = await placing(card.id, sendOnce);
        if (outcome && 'moved' in outcome && undoable && from !== to) offerUndo(outcome.moved, drop, next);
      } catch (error) {
        refuse(card, toastRefused(error));
      } finally {
        keepFocus(card.id);
      }
    };
    return run;
  }, [manual, dispatch, role, send, placing]);
}
