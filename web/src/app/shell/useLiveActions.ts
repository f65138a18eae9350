import { useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { reauthRequired } from '@/api/connection';
import { generatedApi } from '@/api/generated';
import { useApiDispatch } from '@/api/hooks';
import { onLive } from '@/api/live';
import type { LiveMessage } from '@/api/realtime';
import { showInBrowser } from '@/features/notifications/browser';
import { deepLink } from '@/features/notifications/deepLink';
import { fileSize } from '@/lib/text';
import { toastError } from '@/orders/notify';
import { toast } from '@/ui';

/** The server's status of a notification as a toast's type (BD-329). */
const types = { info: 'SUCCESS', warning: 'WARNING', error: 'ERROR' } as const;

function field({ data }: LiveMessage, name: string): unknown {
  return typeof data === 'object' && data !== null ? (data as Record<string, unknown>)[name] : undefined;
}

function text(message: LiveMessage, name: string): string | undefined {
  const value = field(message, name);
  return typeof value === 'string' ? value : undefined;
}

function isAbout(args: unknown, orderId: string): boolean {
  return typeof args === 'object' && args !== null && 'orderId' in args && args.orderId === orderId;
}

/** What live messages do beside making things stale: toasts, leaving a page, ending the session. */
export function useLiveActions(): void {
  const dispatch = useApiDispatch();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const path = useRef(pathname);
  useEffect(() => {
    path.current = pathname;
  }, [pathname]);

  useEffect(() => {
    const showNewest = async () => {
      const options = { forceRefetch: true, subscribe: false };
      const { data } = await dispatch(generatedApi.endpoints.messageGroups.initiate({ page: 1, limit: 1 }, options));
      const newest = data?.data[0];
      if (!newest || newest.isRead) return;
      const title = newest.message || newest.title;
      const about = [newest.data.cardNumber, newest.data.cardTitle].filter(Boolean).join(' ');
      const open = () => void navigate(deepLink(newest.data));
      if (showInBrowser({ id: newest.id, title, text: about, onClick: open })) return;
      const action = { label: 'Open', run: open };
      toast({ type: types[newest.status], title, message: about, id: 'live-notification', action });
    };

    const leaveDeleted = (message: LiveMessage) => {
      const id = text(message, 'orderId');
      const here = `/orders/detail/${id}`;
      if (!id || (path.current !== here && !path.current.startsWith(`${here}/`))) return;
      const byMe = dispatch((_, getState) =>
        Object.values(getState().api.mutations).some(
          (m) => m?.endpointName === 'actOnOrder' && 'originalArgs' in m && isAbout(m.originalArgs, id),
        ),
      );
      if (!byMe) toast({ type: 'WARNING', title: 'This order was deleted' });
      void navigate('/', { replace: true });
    };

    const download = async (downloadId: string) => {
      const options = { forceRefetch: true, subscribe: false };
      const { data, error } = await dispatch(generatedApi.endpoints.bulkDownload.initiate({ downloadId }, options));
      if (error) toastError(error);
      if (!data?.data.url) return;
      const link = document.createElement('a');
      link.href = data.data.url;
      link.download = data.data.fileName ?? '';
      link.click();
    };

    const zipReady = (message: LiveMessage) => {
      const downloadId = text(message, 'downloadId');
      const size = field(message, 'fileSize');
      if (!downloadId) return;
      toast({
        type: 'DOWNLOAD',
        id: `bulk-download-${downloadId}`,
        title: 'Your files are ready',
        message: [text(message, 'fileName'), typeof size === 'number' && fileSize(size)].filter(Boolean).join(' · '),
        action: { label: 'Download', run: () => void download(downloadId) },
      });
    };

    const zipFailed = (message: LiveMessage) => {
      const id = `bulk-download-${text(message, 'downloadId') ?? ''}`;
      toast({ type: 'DANGER', id, title: 'The download failed', message: text(message, 'message') });
    };

    const actions = new Map<string, (message: LiveMessage) => void>([
      ['force-logout', (m) => void dispatch(reauthRequired(text(m, 'message') ?? 'Your session was ended.'))],
      ['show-notification', () => void showNewest()],
      ['order-deleted', leaveDeleted],
      ['bulk-download-ready', zipReady],
      ['bulk-download-failed', zipFailed],
    ]);
    return onLive((message) => actions.get(message.event)?.(message));
  }, [dispatch, navigate]);
}
