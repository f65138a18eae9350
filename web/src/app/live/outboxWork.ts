import { apiError, sentence } from '@/api/request/envelope';
import type { useApiDispatch } from '@/api/hooks';
import { type RefusedChange, sendOrQueue, sendWaiting } from '@/api/outbox/outbox';
import { type Change, orderOf } from '@/api/outbox/outboxState';
import { drafts } from '@/lib/drafts';
import { newId } from '@/lib/newId';
import { plural } from '@/lib/format/text';
import { needsEstimate, placeInTurn, type Placing } from '@/shared/payg/usePlacing';
import { tell, toast } from '@/ui';
import { meanwhileWords } from './conflictWords';

/*
 * What happens when queued changes are sent. The first page does not need it.
 */

/** Makes the texts of refused comments drafts again. */
function keepWords(refused: RefusedChange[]): void {
  for (const { change } of refused) {
    const { comment } = change;
    if (comment && !drafts.read(comment.draftKey)) drafts.write(comment.draftKey, { message: comment.message });
  }
}

/** Says that somebody else has made the same change. */
function tellAlready({ change, error }: RefusedChange, me: string | undefined): void {
  toast({
    type: 'SUCCESS',
    id: `already-${change.key}`,
    title: change.what,
    message: `${error.meanwhile ? meanwhileWords(error.meanwhile, me) : ''} Nothing is left to do.`.trim(),
  });
}

/** Returns why a change was refused, with what others did meanwhile. */
function whyRefused({ change, error }: RefusedChange, me: string | undefined): string {
  const before = error.meanwhile?.decisive ? `${meanwhileWords(error.meanwhile, me)} ` : '';
  const why = error.reason === 'stale_version' && before ? before.trim() : before + sentence(error);
  return change.comment ? `${why}\nYour words are kept as a draft.` : why;
}

/** Shows what was refused and why. */
async function tellRefused(refused: RefusedChange[], me: string | undefined): Promise<void> {
  await tell({
    title: `${plural(refused.length, 'change')} made offline could not be kept`,
    message: 'As things stand now they are not possible. The board and the proofs show what holds.',
    items: refused.map((one) => ({ title: one.change.what, text: whyRefused(one, me) })),
  });
}

/** Sends moves and actions again whose estimate had to be confirmed first (D-57). Returns what stays refused. */
async function withEstimates(
  refused: RefusedChange[],
  placing: Placing,
  send: (change: Change) => Promise<unknown>,
): Promise<RefusedChange[]> {
  const open = refused.filter(({ change, error }) => !change.comment && needsEstimate(error));
  const again = await placeInTurn(
    placing,
    open.map(({ change }) => ({
      orderId: orderOf(change) ?? '',
      name: change.what,
      send: () => send({ ...change, key: newId() }),
    })),
  );
  return refused.flatMap((one) => {
    const result = again[open.indexOf(one)];
    if (!result) return one;
    return 'error' in result ? { change: one.change, error: apiError(result.error) } : [];
  });
}

/** Sends the queued changes of a user in order, and tells what became of those that were not made. */
export async function sendAndTell(
  dispatch: ReturnType<typeof useApiDispatch>,
  placing: Placing,
  me: string | undefined,
): Promise<void> {
  const answered = await dispatch(sendWaiting());
  keepWords(answered); // before questions that may stay open
  for (const one of answered) if (one.already) tellAlready(one, me);
  const open = answered.filter(({ already }) => !already);
  const refused = await withEstimates(open, placing, (change) => dispatch(sendOrQueue(change, true)));
  if (refused.length > 0) await tellRefused(refused, me);
}
