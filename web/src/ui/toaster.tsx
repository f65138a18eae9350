import { Progress } from '@mantine/core';
import { type NotificationData, Notifications, notifications, notificationsStore } from '@mantine/notifications';
import { cut, fileSize } from '@/lib/text';
import { Icon, type IconName } from './icons';
import { type Toast, toastMs, type ToastType, type TransferProgress } from './toast';
import classes from './toast.module.css';

const icons: Record<ToastType, IconName> = {
  SUCCESS: 'check',
  WARNING: 'alert',
  DANGER: 'alert',
  ERROR: 'alert',
  LOADING: 'clock',
  DOWNLOAD: 'download',
  UPLOAD: 'upload',
};

/** Where toasts are drawn; mounted once. */
export function Toasts() {
  return <Notifications position="bottom-right" zIndex={1100} limit={4} />;
}

export function show(id: string, { type, title, message, messages = [], action, details }: Toast): void {
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
                  notifications.hide(id);
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
  } as const);
}

export function hide(id: string): void {
  notifications.hide(id);
}

/** Replaces the toast with this id where one is open or waiting, else shows it. */
function put(body: NotificationData): void {
  const { notifications: open, queue } = notificationsStore.getState();
  if ([...open, ...queue].some(({ id }) => id === body.id)) notifications.update(body);
  else notifications.show(body);
}

/** The toast of a running upload or download; it turns red on fail (BD-334, BD-335). */
export function showTransfer(id: string, progress: TransferProgress): void {
  const running = progress.state === 'uploading' || progress.state === 'downloading';
  const failed = progress.state === 'fail';
  put({
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
  } as const);
}
