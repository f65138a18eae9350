import { onDemand } from '@/lib/onDemand';
import type * as ToasterModule from './toaster';

export type ToastType = 'SUCCESS' | 'WARNING' | 'DANGER' | 'ERROR' | 'LOADING' | 'DOWNLOAD' | 'UPLOAD';

/** Toasts close by themselves after this long (SH-153). */
export const toastMs = 6000;

export type ToastAction = { label: string; run: () => void };

export type Toast = {
  type: ToastType;
  title: string;
  message?: string;
  /** Further sentences, one a line. */
  messages?: string[];
  id?: string;
  action?: ToastAction;
  /** What support needs, behind 'Copy details'. */
  details?: string;
};

/** How far an upload is (BD-331, BD-332). */
export type UploadProgress = {
  fileName: string;
  fileSize: number;
  percentCompleted: number;
  message?: string;
  /** Place of the file among those sent together. */
  idx: number;
  toastId: string;
  state: 'uploading' | 'fail' | 'success';
};

/** How far a download is (BD-333). */
export type DownloadProgress = { fileName: string; fileSize: number; percentCompleted: number };

type Toaster = typeof ToasterModule;

/** What draws toasts. */
export const toaster = onDemand(() => import('./toaster'));

/** Now, or in the order of the calls once the toaster is here; without a connection, when that is back. */
function withToaster(run: (toaster: Toaster) => void): void {
  const ready = toaster.current();
  if (ready) run(ready);
  else toaster.get().then(run, () => window.addEventListener('online', () => withToaster(run), { once: true }));
}

/** Shows a toast, or replaces the one with the same id; answers the id. */
export function toast(shown: Toast): string {
  const id = shown.id ?? crypto.randomUUID();
  withToaster(({ show }) => show(id, shown));
  return id;
}

export function hideToast(id: string): void {
  withToaster(({ hide }) => hide(id));
}

/** The toast of an upload, from its first byte to its end (BD-334). */
export function uploadToast(progress: UploadProgress): void {
  withToaster(({ showUpload }) => showUpload(progress));
}

/** The toast of a download; the one at 100% says that it is there. */
export function downloadToast(id: string, progress: DownloadProgress): void {
  withToaster(({ showDownload }) => showDownload(id, progress));
}
