import { useEffect } from 'react';
import { selectConnection } from '@/api/connection';
import { sentence } from '@/api/envelope';
import { useApiDispatch, useApiSelector, useSession } from '@/api/hooks';
import type { RefusedChange } from '@/api/outbox';
import { selectWaiting } from '@/api/outboxState';
import { loadOutbox } from '@/api/queue';
import { sender } from '@/api/sender';
import { drafts } from '@/lib/drafts';
import { useOnDemand } from '@/lib/onDemand';
import { plural } from '@/lib/text';
import { tell } from '@/ui';

/**
 * The delay in ms before queued changes are sent again. They are also sent at once when the
 * connection returns.
 */
const retryMs = 5000;

/** Shows what was refused and why. The text of a refused comment becomes a draft again. */
async function tellRefused(refused: RefusedChange[]): Promise<void> {
  for (const { change } of refused) {
    const { comment } = change;
    if (comment && !drafts.read(comment.draftKey)) drafts.write(comment.draftKey, { message: comment.message });
  }
  await tell({
    title: `${plural(refused.length, 'change')} made offline could not be kept`,
    message: 'As things stand now they are not possible. The board and the proofs show what holds.',
    items: refused.map(({ change, error }) => ({
      title: change.what,
      text: change.comment ? `${sentence(error)}\nYour words are kept as a draft.` : sentence(error),
    })),
  });
}

/** Sends the user's queued changes in order as soon as there is a connection (BY-036). */
export function useOutbox(): void {
  const dispatch = useApiDispatch();
  const { userId, token } = useSession();
  const { live, offline } = useApiSelector(selectConnection);
  const waits = useApiSelector(selectWaiting).length > 0;
  const loaded = useOnDemand(sender, waits);

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
      const refused = await dispatch(loaded.sendWaiting());
      if (refused.length > 0) await tellRefused(refused);
    };
    const now = () => void send();
    now();
    const timer = setInterval(now, retryMs);
    window.addEventListener('online', now);
    return () => {
      clearInterval(timer);
      window.removeEventListener('online', now);
    };
  }, [dispatch, waits, token, live, offline, loaded]);
}
