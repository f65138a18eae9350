import { useAccountExportQuery } from '@/api/session/account';
import { toastError } from '@/shared/command/notify';

/** The delay in ms between two questions how far an export is, in case a live message is lost. */
export const pollMs = 10_000;

const none = { selectFromResult: () => ({}) };

/** Returns how far the export of the account is. Live messages keep it up to date. */
export function useAccountExport() {
  const { data, error, refetch } = useAccountExportQuery(undefined, { refetchOnMountOrArgChange: true });
  const now = data?.data;
  useAccountExportQuery(undefined, { ...none, pollingInterval: now?.state === 'waiting' ? pollMs : 0 });
  return { now, error: now ? undefined : error, refetch: () => void refetch() };
}

/** Downloads the export. Its link works for a short time, so it is asked for first. */
export function useExportDownload() {
  const { refetch, isFetching } = useAccountExportQuery();
  const download = async () => {
    const { data, error } = await refetch();
    if (error) toastError(error);
    const { link, fileName = '' } = data?.data ?? {};
    if (error || !link) return;
    const anchor = document.createElement('a');
    anchor.href = link;
    anchor.download = fileName;
    anchor.click();
  };
  return { download, busy: isFetching };
}
