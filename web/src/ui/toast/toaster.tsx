import { Progress } from '@mantine/core';
import { type NotificationData, Notifications, notifications, notificationsStore } from '@mantine/notifications';
import { cut, fileSize } from '@/lib/format/text';
import { Icon, type IconName } from '../icons';
import { type DownloadProgress, type Toast, toastMs, type ToastType, type UploadProgress } from './toastTypes';
import classes from './toast.module.css';

const icons: Record<ToastType, IconName> = {
  SUCCESS: 'check',
  WARNING: 'alert',
  DANGER: 'alert',
  ERROR: 'alert',
  LOADING: 'clock',
  DOWNLOAD: 'download',
  UPLOAD: 'upload',
  UPDATE: 'refresh',
};

/** The types that a screen reader announces immediately. The others wait for a pause. */
const alarming = new Set<ToastType>(['WARNING', 'DANGER', 'ERROR']);

/**
 * Renders the toasts. It is mounted once. While the pointer is on a toast, none closes by itself.
 */
export function Toasts() {
  return <Notifications position="bottom-right" zIndex={1100} limit={4} pauseResetOnHover="all" />;
}

export function show(id: string, { type, title, message, messages = [], action, details, lasting }: Toast): void {
  const lines = [message, ...messages].filter(Boolean);
  put({
    id,
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
                  if (!lasting) notifications.hide(id);
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
    autoClose: lasting || type === 'LOADING' ? false : toastMs,
    role: alarming.has(type) ? 'alert' : 'status',
    closeButtonProps: { 'aria-label': 'Dismiss' },
  } as const);
}

export function hide(id: string): void {
  notifications.hide(id);
}

/** Replaces the open or waiting toast with this id, or else shows a new one. */
function put(body: NotificationData): void {
  const { notifications: open, queue } = notificationsStore.getState();
  if ([...open, ...queue].some(({ id }) => id === body.id)) notifications.update(body);
  else notifications.show(body);
}

type Transfer = DownloadProgress & { id: string; type: ToastType; message?: string };

/** Shows a toast with a progress bar. The transfer is announced once, not at every percent. */
function showTransfer({ id, type, fileName, fileSize: size, percentCompleted, message }: Transfer): void {
  const percent = Math.round(percentCompleted);
  const running = type === 'UPLOAD' || type === 'DOWNLOAD';
  put({
    id,
    title: cut(fileName, 30),
    message: (
      <>
        <span className={classes.line}>{message ?? `${fileSize(size)} · ${percent}%`}</span>
        <Progress
          value={percentCompleted}
          color={type === 'DANGER' ? 'red' : 'brand'}
          size={4}
          mt={6}
          aria-label={`${fileName}: ${percent}%`}
        />
      </>
    ),
    icon: <Icon name={icons[type]} size={16} />,
    className: classes.toast,
    'data-toast': type,
    autoClose: running ? false : toastMs,
    ...(running ? { role: 'region', 'aria-label': fileName } : { role: alarming.has(type) ? 'alert' : 'status' }),
    closeButtonProps: { 'aria-label': 'Dismiss' },
  } as const);
}

const uploadTypes = { uploading: 'UPLOAD', fail: 'DANGER', success: 'SUCCESS' } as const;

/** Shows an upload. The toast turns red on failure (BD-334, BD-335). */
export function showUpload({ toastId, state, ...progress }: UploadProgress): void {
  showTransfer({ ...progress, id: toastId, type: uploadTypes[state] });
}

export function showDownload(id: string, progress: DownloadProgress): void {
  const done = progress.percentCompleted >= 100;
  showTransfer({ ...progress, id, type: done ? 'SUCCESS' : 'DOWNLOAD', message: done ? 'Downloaded' : undefined });
}
