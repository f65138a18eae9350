import { useEffect } from 'react';
import { selectConnection } from '@/api/connection';
import { apiError, sentence } from '@/api/envelope';
import { useApiDispatch, useApiSelector, useSession } from '@/api/hooks';
import type { RefusedChange } from '@/api/outbox';
import { type Change, nextOf, orderOf, selectWaiting } from '@/api/outboxState';
import { loadOutbox } from '@/api/queue';
import { sender } from '@/api/sender';
import { drafts } from '@/lib/drafts';
import { newId } from '@/lib/newId';
import { useOnDemand } from '@/lib/onDemand';
import { plural } from '@/lib/text';
import { needsEstimate, placeInTurn, type Placing, usePlacing } from '@/shared/payg/usePlacing';
import { tell, toast } from '@/ui';
import { meanwhileWords } from './conflictWords';

/**
 * The delay in ms before queued changes are sent again. They are also sent at once when the
 * connection returns.
 */
const retryMs = 5000;

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

/** Sends the user's queued changes in order as soon as there is a connection (BY-036). */
export function useOutbox(): void {
  const dispatch = useApiDispatch();
  const { userId, token } = useSession();
  const { live, offline } = useApiSelector(selectConnection);
  const waits = nextOf(useApiSelector(selectWaiting)) !== undefined;
  const loaded = useOnDemand(sender, waits);
  const placing = usePlacing();

  useEffect(() => {
    if (!userId) return undefined;
    dispatch(loadOutbox(userId));
    const follow = ({ key }: StorageEvent) => {
      if (key?.startsWith('outbox:')) dispatch(loadOutbox(userId));
    };
    window.addEventListener('storage', follow);
    return () => window.removeEventListener('storage', follow);
  }, [dispatch, userId]);

  useEffect(() => {
    if (!waits || !token || !loaded) return undefined;
    const send = async () => {
      const answered = await dispatch(loaded.sendWaiting());
      keepWords(answered); // before questions that may stay open
      for (const one of answered) if (one.already) tellAlready(one, userId ?? undefined);
      const open = answered.filter(({ already }) => !already);
      const refused = await withEstimates(open, placing, (change) => dispatch(loaded.sendOrQueue(change, true)));
      if (refused.length > 0) await tellRefused(refused, userId ?? undefined);
    };
    const now = () => void send();
    now();
    const timer = setInterval(now, retryMs);
    window.addEventListener('online', now);
    return () => {
      clearInterval(timer);
      window.removeEventListener('online', now);
    };
  }, [dispatch, userId, waits, token, live, offline, loaded, placing]);
}
