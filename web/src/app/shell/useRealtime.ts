import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import { liveChanged, reauthRequired } from '@/api/connection';
import { generatedApi } from '@/api/generated';
import { useApiDispatch, useSession } from '@/api/hooks';
import { applyLive, onLive, refetchAll } from '@/api/live';
import { connectRealtime, type LiveMessage } from '@/api/realtime';
import { sessionSuffix } from '@/api/session';
import { deepLink } from '@/features/notifications/deepLink';
import { toast } from '@/ui';

function socketUrl(): string {
  const { protocol, host } = window.location;
  return `${protocol === 'https:' ? 'wss' : 'ws'}://${host}/api/realtime`;
}

function reason({ data }: LiveMessage): string | undefined {
  const value = typeof data === 'object' && data !== null && 'message' in data ? data.message : undefined;
  return typeof value === 'string' ? value : undefined;
}

/** The server's status of a notification as a toast's type. */
const types = { info: 'SUCCESS', warning: 'WARNING', error: 'ERROR' } as const;

/** Keeps what is on screen live: patches, refetches after a gap, ends the session when the server says so. */
export function useRealtime(): void {
  const dispatch = useApiDispatch();
  const navigate = useNavigate();
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

  useEffect(() => {
    const showNewest = async () => {
      const options = { forceRefetch: true, subscribe: false };
      const { data } = await dispatch(generatedApi.endpoints.messageGroups.initiate({ page: 1, limit: 1 }, options));
      const newest = data?.data[0];
      if (!newest || newest.isRead) return;
      toast({
        type: types[newest.status],
        title: newest.message || newest.title,
        message: [newest.data.cardNumber, newest.data.cardTitle].filter(Boolean).join(' '),
        id: 'live-notification',
        action: { label: 'Open', run: () => void navigate(deepLink(newest.data)) },
      });
    };
    return onLive((message) => {
      if (message.event === 'force-logout') {
        dispatch(reauthRequired(reason(message) ?? 'Your session was ended.'));
      }
      if (message.event === 'show-notification') void showNewest();
    });
  }, [dispatch, navigate]);
}
