import { useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { reauthRequired } from '@/api/request/connection';
import { useApiDispatch } from '@/api/hooks';
import { onLive } from '@/api/live/live';
import { onDemand } from '@/lib/onDemand';

const actions = onDemand(() => import('./liveActions'));
const acted = new Set([
  'show-notification',
  'order-deleted',
  'bulk-download-ready',
  'bulk-download-failed',
  'account-export',
]);

/**
 * Performs the effects of live messages besides refetching: toasts, leaving a page, ending the
 * session.
 */
export function useLiveActions(): void {
  const dispatch = useApiDispatch();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const path = useRef(pathname);
  useEffect(() => {
    path.current = pathname;
  }, [pathname]);

  useEffect(
    () =>
      onLive((message) => {
        if (message.event === 'force-logout') {
          const { data } = message;
          const said = typeof data === 'object' && data !== null && 'message' in data ? data.message : undefined;
          dispatch(reauthRequired(typeof said === 'string' ? said : 'Your session was ended.'));
        }
        if (!acted.has(message.event)) return;
        actions.get().then(
          ({ act }) => act(message, { dispatch, navigate, path: path.current }),
          // Without a connection the toast is lost, but its text is also in the notifications.
          () => {},
        );
      }),
    [dispatch, navigate],
  );
}
