export type ToastType = 'SUCCESS' | 'WARNING' | 'DANGER' | 'ERROR' | 'LOADING' | 'DOWNLOAD' | 'UPLOAD' | 'UPDATE';

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
  /** Stays until it is dismissed, also after its action. */
  lasting?: boolean;
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
