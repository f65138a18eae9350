import { readBoard } from '@/api/board/board';
import { apiError, sentence } from '@/api/request/envelope';
import type { ActionName, Card } from '@/api/generated';
import { useApiDispatch } from '@/api/hooks';
import { statusLabel } from '@/lib/format/status';
import { plural } from '@/lib/format/text';
import { actionWords } from '@/shared/command/actions';
import { inTurns } from '@/shared/command/inTurns';
import { needsEstimate, placeInTurn, type Placing, usePlacing } from '@/shared/payg/usePlacing';
import { askReason, confirm, tell, toast } from '@/ui';
import { cardsSelected, moveRefused, runningChanged, selectSelected, type WithBoardView } from '../boardSlice';
import { mayDrop, placeOf, sortedHint, targetOf } from '../drag/dropRules';
import { whyNot } from '../drag/whyNot';
import { keepFocus } from '../drag/keepFocus';
import { follower, homeOf, idsAt, inBoardOrder, neighbours } from '../columns/order';
import { actionCommand, command, toastKept } from '@/shared/command/useCommand';
import { type Outcome, type Send, useSendMove } from '../useBoardMoves';

/** The number of requests of one command on many cards that are sent at once. */
const atOnce = 4;

/** The target of several cards: a droppable, and the place in it if they were dropped there. */
export type BulkDrop = { to: string; drop?: { lifted: string; index: number } };

type Done = { card: Card; outcome: Outcome };
type Way = { card: Card; from: string; next?: string };

const nameOf = ({ orderId, orderName }: Card) => `${orderId} ${orderName}`;

type BulkContext = {
  dispatch: ReturnType<typeof useApiDispatch>;
  send: Send;
  placing: Placing;
  manual: boolean;
  role: string;
};

/**
 * Commands on several cards (BY-038). Each card is a separate request, which the server validates
 * on its own: refused cards are listed with the reason and stay selected; the others can be undone
 * together.
 */
export function makeBulk({ dispatch, send, placing, manual, role }: BulkContext) {
  const read = () => dispatch(readBoard());

  /**
   * Runs a command for every card, with progress on the selection bar. Returns the result of each.
   */
  const forEach = async (what: string, cards: Card[], limit: number, run: (card: Card) => Promise<Outcome>) => {
    let done = 0;
    const progress = () => dispatch(runningChanged({ what, done, of: cards.length }));
    progress();
    try {
      return await inTurns(cards, limit, async (card): Promise<Done> => {
        const outcome = await run(card);
        done += 1;
        progress();
        return { card, outcome };
      });
    } finally {
      dispatch(runningChanged(null));
    }
  };

  /** Runs a command again for cards whose estimate had to be confirmed first (D-57). */
  const withEstimates = async (results: Done[], run: (card: Card) => Promise<Outcome>): Promise<Done[]> => {
    const open = results.filter(({ outcome }) => 'error' in outcome && needsEstimate(apiError(outcome.error)));
    const again = await placeInTurn(
      placing,
      open.map(({ card }) => ({
        orderId: card.id,
        name: nameOf(card),
        send: async () => {
          const outcome = await run(card);
          if ('error' in outcome) throw outcome.error;
          return outcome;
        },
      })),
    );
    return results.map((done) => {
      const result = again[open.indexOf(done)];
      return result ? { card: done.card, outcome: 'sent' in result ? result.sent : result } : done;
    });
  };

  /**
   * Lists the refused cards and selects them. `wasSelected` says whether the sent cards were
   * selected.
   */
  const report = async (what: string, results: Done[], wasSelected = true) => {
    const refused = results.flatMap(({ card, outcome }) => ('error' in outcome ? [{ card, ...outcome }] : []));
    const done = wasSelected ? results.map(({ card }) => card.id) : [];
    const selected = dispatch((_: unknown, getState: () => unknown) => selectSelected(getState() as WithBoardView));
    // Cards that were selected meanwhile.
    const others = selected.filter((id) => !done.includes(id));
    dispatch(cardsSelected([...new Set([...refused.map(({ card }) => card.id), ...others])]));
    if (refused.length === 0) return;
    await tell({
      title: `${what}: ${plural(refused.length, 'order was', 'orders were')} refused`,
      message: `${results.length - refused.length} of ${plural(results.length, 'order')} went through. The refused ones are still selected.`,
      items: refused.map(({ card, error }) => ({ title: nameOf(card), text: sentence(apiError(error)) })),
    });
  };

  const moveBack = async (ways: Way[]) => {
    const back = new Map(ways.map((way) => [way.card.id, way]));
    // The last one comes first, so that each card is put before its former successor.
    const results = await forEach('Moving back', ways.map(({ card }) => card).reverse(), 1, async (card) => {
      const { from, next } = back.get(card.id) ?? { from: '' };
      const board = read();
      const target = targetOf(placeOf(from));
      if (!board || !target) return { error: undefined };
      const ids = idsAt(board, placeOf(from));
      const at = next ? ids.indexOf(next) : -1;
      return send({ card, target, index: at < 0 ? ids.length : at, beforeId: manual && at >= 0 ? next : undefined });
    });
    await report('Undo', results, false);
  };

  const offerUndo = (results: Done[], ways: Map<string, Way>, to: string) => {
    const moved = results.flatMap(({ outcome }) => ('moved' in outcome ? [outcome.moved] : []));
    if (moved.length === 0) return;
    const back = moved.flatMap((card) => {
      const way = ways.get(card.id);
      return way && way.from !== to && mayDrop(card, placeOf(way.from)) ? [{ ...way, card }] : [];
    });
    const partly = back.length > 0 && back.length < moved.length ? `${back.length} of them can be moved back.` : '';
    toast({
      type: 'SUCCESS',
      title: `${plural(moved.length, 'order')} moved to ${statusLabel(targetOf(placeOf(to)) ?? '')}`,
      message: partly || undefined,
      id: 'moved-together',
      action: back.length > 0 ? { label: 'Undo', run: () => void moveBack(back) } : undefined,
    });
  };

  return {
    async move(ids: string[], { to, drop }: BulkDrop): Promise<void> {
      const board = read();
      const cards = board ? inBoardOrder(board, ids) : [];
      const lead = cards.find(({ id }) => id === drop?.lifted) ?? cards[0];
      const place = placeOf(to);
      const target = targetOf(place);
      if (!board || !lead) return;
      const leaving = new Set(ids);
      const ways = new Map(
        cards.map((card) => {
          const from = homeOf(board, card.id) ?? '';
          return [card.id, { card, from, next: follower(board, card.id, from, leaving) }];
        }),
      );
      const staying = drop && !manual && cards.every((card) => ways.get(card.id)?.from === to);
      if (!target || staying) {
        dispatch(moveRefused({ cardId: lead.id, sentence: target ? sortedHint : whyNot(board, lead, place, role) }));
        return;
      }
      const asks = target === 'on-hold' && cards.some(({ status }) => status !== 'on-hold');
      const reason = asks ? await askBulkReason(cards.length) : undefined;
      if (reason === null) return;

      const placed = drop !== undefined && manual;
      const around: { afterId?: string; beforeId?: string } = placed
        ? neighbours(board, place, drop.index, drop.lifted, leaving)
        : {};
      let afterId = around.afterId;
      const moveOne = async (card: Card) => {
        const others = idsAt(read() ?? board, place).filter((id) => id !== card.id);
        const at = placed ? (afterId ? others.indexOf(afterId) + 1 : 0) : others.length;
        const own = card.status === 'on-hold' ? undefined : reason;
        const outcome = await send({ card, target, index: at, reason: own, ...around, afterId });
        if (placed && !('error' in outcome)) afterId = card.id;
        return outcome;
      };
      const results = await withEstimates(await forEach('Moving', cards, placed ? 1 : atOnce, moveOne), moveOne);
      offerUndo(results, ways, to);
      await report('Move', results);
      keepFocus(lead.id);
    },

    async perform(cards: Card[], action: ActionName): Promise<void> {
      const words = actionWords[action];
      const title = `${words.label}: ${plural(cards.length, 'order')}`;
      if (words.confirmMany) {
        const message = words.confirmMany;
        const { label: accept, danger } = words;
        if (!(await confirm({ type: 'CONTINUECANCEL', title, message, accept, danger }))) return;
      }
      const reason = words.reason ? await askBulkReason(cards.length) : undefined;
      if (reason === null) return;
      const actOn = async (card: Card): Promise<Outcome> => {
        try {
          const sent = await dispatch(command(card.id, actionCommand(card, { action, reason })));
          return sent.waits ? sent : { moved: sent.answer.data?.order ?? card };
        } catch (error) {
          return { error };
        }
      };
      const results = await withEstimates(await forEach(words.label, cards, atOnce, actOn), actOn);
      const done = results.filter(({ outcome }) => 'moved' in outcome).length;
      if (done > 0) toast({ type: 'SUCCESS', title: 'Success', message: `${words.label}: ${plural(done, 'order')}` });
      if (results.some(({ outcome }) => 'waits' in outcome)) toastKept();
      await report(words.label, results);
    },
  };
}

export function useBulk(manual: boolean, role: string) {
  const context = { dispatch: useApiDispatch(), send: useSendMove(), placing: usePlacing() };
  return makeBulk({ ...context, manual, role });
}

function askBulkReason(count: number): Promise<string | null> {
  return askReason({
    title: 'Hold Order',
    message: `${plural(count, 'order')}: everybody on them will see why they wait.`,
  });
}
