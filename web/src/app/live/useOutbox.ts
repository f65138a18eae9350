import { useEffect } from 'react';
import { selectConnection } from '@/api/request/connection';
import { useApiDispatch, useApiSelector, useSession } from '@/api/hooks';
import { nextOf, selectWaiting } from '@/api/outbox/outboxState';
import { loadOutbox } from '@/api/outbox/queue';
import { onDemand, useOnDemand } from '@/lib/onDemand';
import { usePlacing } from '@/shared/payg/usePlacing';

const work = onDemand(() => import('./outboxWork'));

/**
 * The delay in ms before queued changes are sent again. They are also sent at once when the
 * connection returns.
 */
const retryMs = 5000;

/** Sends the user's queued changes in order as soon as there is a connection (BY-036). */
export function useOutbox(): void {
  const dispatch = useApiDispatch();
  const { userId, token } = useSession();
  const { live, offline } = useApiSelector(selectConnection);
  const waits = nextOf(useApiSelector(selectWaiting)) !== undefined;
  const loaded = useOnDemand(work, waits);
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
    const now = () => void loaded.sendAndTell(dispatch, placing, userId ?? undefined);
    now();
    const timer = setInterval(now, retryMs);
    window.addEventListener('online', now);
    return () => {
      clearInterval(timer);
      window.removeEventListener('online', now);
    };
  }, [dispatch, userId, waits, token, live, offline, loaded, placing]);
}
