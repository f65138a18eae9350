import { useEffect } from 'react';
import { liveChanged } from '@/api/request/connection';
import { useApiDispatch, useSession } from '@/api/hooks';
import { applyLive, refetchAll, setSender } from '@/api/live/live';
import { connectRealtime } from '@/api/live/realtime';
import { sessionSuffix } from '@/api/session/session';

function socketUrl(): string {
  const { protocol, host } = window.location;
  return `${protocol === 'https:' ? 'wss' : 'ws'}://${host}/api/realtime`;
}

/**
 * Keeps the data on the screen up to date: it applies live messages, and refetches after a gap. It
 * connects once `ready` is set.
 */
export function useRealtime(ready = true): void {
  const dispatch = useApiDispatch();
  const session = useSession();
  const { token } = session;
  const userType = sessionSuffix(session) === '/c' ? 'customer' : 'user';

  useEffect(() => {
    if (!token || !ready) return undefined;
    return connectRealtime({
      url: socketUrl(),
      login: { userType, token },
      onMessage: (message) => dispatch(applyLive(message)),
      onOpen: (again, say) => {
        setSender(say);
        dispatch(liveChanged(true));
        if (again) dispatch(refetchAll());
      },
      onClose: () => dispatch(liveChanged(false)),
    });
  }, [dispatch, token, userType, ready]);
}
