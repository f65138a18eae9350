import { onDemand } from '@/lib/onDemand';
import { newId } from '@/lib/newId';
import type * as ToasterModule from './toaster';
import type { DownloadProgress, Toast, UploadProgress } from './toastTypes';

export * from './toastTypes';

type Toaster = typeof ToasterModule;

/** The code that renders toasts. */
export const toaster = onDemand(() => import('./toaster'));

/**
 * Runs at once if the toaster has loaded, otherwise in the order of the calls when it has. Without
 * a connection it loads when that returns.
 */
function withToaster(run: (toaster: Toaster) => void): void {
  const ready = toaster.current();
  if (ready) run(ready);
  else toaster.get().then(run, () => window.addEventListener('online', () => withToaster(run), { once: true }));
}

/** Shows a toast, or replaces the one with the same id. Returns the id. */
export function toast(shown: Toast): string {
  const id = shown.id ?? newId();
  withToaster(({ show }) => show(id, shown));
  return id;
}

export function hideToast(id: string): void {
  withToaster(({ hide }) => hide(id));
}

/** Shows the toast of an upload, from its first byte to its end (BD-334). */
export function uploadToast(progress: UploadProgress): void {
  withToaster(({ showUpload }) => showUpload(progress));
}

/** Shows the toast of a download. At 100% it says that the download is complete. */
export function downloadToast(id: string, progress: DownloadProgress): void {
  withToaster(({ showDownload }) => showDownload(id, progress));
}
