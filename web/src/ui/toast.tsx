import { type NotificationData, notifications, notificationsStore } from '@mantine/notifications';
import { Progress } from '@mantine/core';
import { Icon, type IconName } from './icons';
import { cut, fileSize } from '@/lib/text';
import classes from './toast.module.css';

export type ToastType = 'SUCCESS' | 'WARNING' | 'DANGER' | 'ERROR' | 'LOADING' | 'DOWNLOAD' | 'UPLOAD';

/** Toasts close by themselves after this long (SH-153). */
export const toastMs = 6000;

const icons: Record<ToastType, IconName> = {
  SUCCESS: 'check',
  WARNING: 'alert',
  DANGER: 'alert',
  ERROR: 'alert',
  LOADING: 'clock',
  DOWNLOAD: 'download',
  UPLOAD: 'upload',
};

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

/** Shows a toast, or replaces the one with the same id; answers the id. */
export function toast({ type, title, message, messages = [], id, action, details }: Toast): string {
  const lines = [message, ...messages].filter(Boolean);
  const own = id ?? crypto.randomUUID();
  const body = {
    id: own,
    title,
    message: (
      <>
        {lines.map((line) => (
          <span key={line} className={classes.line}>
            {line}
          </span>
        ))}
        {(action || details) && (
          <span className={classes.actions}>
            {action && (
              <button
                type="button"
                className={classes.action}
                onClick={() => {
                  notifications.hide(own);
                  action.run();
                }}
              >
                {action.label}
              </button>
            )}
            {details && (
              <button
                type="button"
                className={classes.quiet}
                onClick={() => void navigator.clipboard?.writeText(details)}
              >
                Copy details
              </button>
            )}
          </span>
        )}
      </>
    ),
    icon: <Icon name={icons[type]} size={16} />,
    className: classes.toast,
    'data-toast': type,
    loading: type === 'LOADING',
    autoClose: type === 'LOADING' ? false : toastMs,
    role: type === 'SUCCESS' || type === 'LOADING' ? 'status' : 'alert',
    closeButtonProps: { 'aria-label': 'Dismiss' },
  } as const;
  put(body);
  return own;
}

export function hideToast(id: string): void {
  notifications.hide(id);
}

/** Replaces the toast with this id where one is open or waiting, else shows it. */
function put(body: NotificationData): void {
  const { notifications: open, queue } = notificationsStore.getState();
  if ([...open, ...queue].some(({ id }) => id === body.id)) notifications.update(body);
  else notifications.show(body);
}

export type TransferProgress = {
  fileName: string;
  fileSize: number;
  percentCompleted: number;
  state: 'uploading' | 'downloading' | 'success' | 'fail';
  message?: string;
};

/** The toast of a running upload or download; it turns red on fail (BD-334, BD-335). */
export function transferToast(id: string, progress: TransferProgress): void {
  const running = progress.state === 'uploading' || progress.state === 'downloading';
  const failed = progress.state === 'fail';
  const body = {
    id,
    title: cut(progress.fileName, 30),
    message: (
      <>
        <span className={classes.line}>
          {progress.message ?? `${fileSize(progress.fileSize)} · ${Math.round(progress.percentCompleted)}%`}
        </span>
        <Progress
          value={progress.percentCompleted}
          color={failed ? 'red' : 'brand'}
          size={4}
          mt={6}
          aria-label={`${progress.fileName}: ${Math.round(progress.percentCompleted)}%`}
        />
      </>
    ),
    icon: <Icon name={failed ? 'alert' : running ? 'upload' : 'check'} size={16} />,
    className: classes.toast,
    'data-toast': failed ? 'DANGER' : running ? 'UPLOAD' : 'SUCCESS',
    autoClose: running ? false : toastMs,
    closeButtonProps: { 'aria-label': 'Dismiss' },
  } as const;
  put(body);
}
