import { useEffect } from 'react';
import { liveChanged, reauthRequired } from '@/api/connection';
import { useApiDispatch, useSession } from '@/api/hooks';
import { applyLive, onLive, refetchAll } from '@/api/live';
import { connectRealtime, type LiveMessage } from '@/api/realtime';
import { sessionSuffix } from '@/api/session';
import { toast } from '@/ui';

function socketUrl(): string {
  const { protocol, host } = window.location;
  return `${protocol === 'https:' ? 'wss' : 'ws'}://${host}/api/realtime`;
}

function words(message: LiveMessage, name: 'title' | 'message'): string {
  const data = message.data;
  const value = typeof data === 'object' && data !== null ? (data as Record<string, unknown>)[name] : undefined;
  return typeof value === 'string' ? value : '';
}

/** Keeps what is on screen live: patches, refetches after a gap, ends the session when the server says so. */
export function useRealtime(): void {
  const dispatch = useApiDispatch();
  const session = useSession();
  const { token } = session;
  const userType = sessionSuffix(session) === '/c' ? 'customer' : 'user';

  useEffect(() => {
    if (!token) return undefined;
    return connectRealtime({
      url: socketUrl(),
      login: { userType, token },
      onMessage: (message) => dispatch(applyLive(message)),
      onOpen: (again) => {
        dispatch(liveChanged(true));
        if (again) dispatch(refetchAll());
      },
      onClose: () => dispatch(liveChanged(false)),
    });
  }, [dispatch, token, userType]);

  useEffect(
    () =>
      onLive((message) => {
        if (message.event === 'force-logout') {
          dispatch(reauthRequired(words(message, 'message') || 'Your session was ended.'));
        }
        if (message.event === 'show-notification') {
          const title = words(message, 'title') || 'New notification';
          toast({ type: 'SUCCESS', title, message: words(message, 'message'), id: 'live-notification' });
        }
      }),
    [dispatch],
  );
}
