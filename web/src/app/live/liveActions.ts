import type { NavigateFunction } from 'react-router';
import { generatedApi } from '@/api/generated';
import type { useApiDispatch } from '@/api/hooks';
import type { LiveMessage } from '@/api/live/realtime';
import { showInBrowser } from '@/shared/notifications/browser';
import { deepLink } from '@/features/notifications/deepLink';
import { fileSize } from '@/lib/format/text';
import { toastError } from '@/shared/command/notify';
import { toast } from '@/ui';

/** The toast types for the server's notification types (BD-329). */
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

type Here = {
  dispatch: ReturnType<typeof useApiDispatch>;
  navigate: NavigateFunction;
  /** The path of the current page. */
  path: string;
};

/** Performs the effect of a live message: a toast, or leaving the page. */
export function act(message: LiveMessage, { dispatch, navigate, path }: Here): void {
  const showNewest = async () => {
    const options = { forceRefetch: true, subscribe: false };
    const { data } = await dispatch(generatedApi.endpoints.messageGroups.initiate({ page: 1, limit: 1 }, options));
    const newest = data?.data[0];
    if (!newest || newest.isRead) return;
    const title = newest.message || newest.title;
    const of = [newest.data.cardNumber, newest.data.cardTitle].filter(Boolean).join(' ');
    const about = newest.excerpt ? `${of}: “${newest.excerpt}”` : of;
    const open = () => void navigate(deepLink(newest.data));
    if (showInBrowser({ id: newest.id, title, text: about, onClick: open })) return;
    const action = { label: 'Open', run: open };
    toast({ type: types[newest.status], title, message: about, id: 'live-notification', action });
  };

  const leaveDeleted = () => {
    const id = text(message, 'orderId');
    const here = `/orders/detail/${id}`;
    if (!id || (path !== here && !path.startsWith(`${here}/`))) return;
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

  const zipReady = () => {
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

  const zipFailed = () => {
    const id = `bulk-download-${text(message, 'downloadId') ?? ''}`;
    toast({ type: 'DANGER', id, title: 'The download failed', message: text(message, 'message') });
  };

  const exported = () => {
    const state = text(message, 'state');
    // The page shows it already.
    if (path === '/settings' || (state !== 'ready' && state !== 'failed')) return;
    toast({
      type: state === 'ready' ? 'DOWNLOAD' : 'DANGER',
      id: 'account-export',
      title: state === 'ready' ? 'The export of your account is ready' : 'The export of your account failed',
      action: { label: 'Open', run: () => void navigate('/settings#export') },
    });
  };

  if (message.event === 'show-notification') void showNewest();
  if (message.event === 'order-deleted') leaveDeleted();
  if (message.event === 'bulk-download-ready') zipReady();
  if (message.event === 'bulk-download-failed') zipFailed();
  if (message.event === 'account-export') exported();
}
