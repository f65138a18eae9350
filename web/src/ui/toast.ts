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

export type TransferProgress = {
  fileName: string;
  fileSize: number;
  percentCompleted: number;
  state: 'uploading' | 'downloading' | 'success' | 'fail';
  message?: string;
};

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

/** The toast of a running upload or download (BD-334, BD-335). */
export function transferToast(id: string, progress: TransferProgress): void {
  withToaster(({ showTransfer }) => showTransfer(id, progress));
}
