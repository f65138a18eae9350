import { onDemand } from '@/lib/onDemand';
import type * as ToasterModule from './toaster';

export type ToastType = 'SUCCESS' | 'WARNING' | 'DANGER' | 'ERROR' | 'LOADING' | 'DOWNLOAD' | 'UPLOAD';

/** The time in ms after which toasts close by themselves (SH-153). */
export const toastMs = 6000;

export type ToastAction = { label: string; run: () => void };

export type Toast = {
  type: ToastType;
  title: string;
  message?: string;
  /** Further sentences, one per line. */
  messages?: string[];
  id?: string;
  action?: ToastAction;
  /** What support needs, copied by 'Copy details'. */
  details?: string;
};

/** The progress of an upload (BD-331, BD-332). */
export type UploadProgress = {
  fileName: string;
  fileSize: number;
  percentCompleted: number;
  message?: string;
  /** The place of the file among those sent together. */
  idx: number;
  toastId: string;
  state: 'uploading' | 'fail' | 'success';
};

/** The progress of a download (BD-333). */
export type DownloadProgress = { fileName: string; fileSize: number; percentCompleted: number };

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
  const id = shown.id ?? crypto.randomUUID();
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
