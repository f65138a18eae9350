import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { Icon, type IconName } from '../icons';
import classes from './states.module.css';

type StateProps = {
  icon: IconName;
  title: string;
  children?: ReactNode;
  action?: ReactNode;
  small?: boolean;
  alert?: boolean;
};

function State({ icon, title, children, action, small, alert }: StateProps) {
  return (
    <div className={classes.state} data-small={small || undefined} role={alert ? 'alert' : undefined}>
      <span className={classes.icon}>
        <Icon name={icon} size={small ? 18 : 22} />
      </span>
      <p className={classes.title}>{title}</p>
      {children && <div className={classes.text}>{children}</div>}
      {action && <div className={classes.action}>{action}</div>}
    </div>
  );
}

/** Says that there is no content yet, and what to do. */
export function EmptyState({ icon = 'info', ...rest }: Omit<StateProps, 'icon' | 'alert'> & { icon?: IconName }) {
  return <State icon={icon} {...rest} />;
}

type ErrorProps = { title?: string; message: string; onRetry?: () => void; small?: boolean; details?: string };

/** Says what failed and how to continue. */
export function ErrorState({ title = 'Ooops!', message, onRetry, small, details }: ErrorProps) {
  return (
    <State
      icon="alert"
      title={title}
      small={small}
      alert
      action={
        <>
          {onRetry && (
            <Button variant="default" size="xs" onClick={onRetry} leftSection={<Icon name="refresh" size={14} />}>
              Try again
            </Button>
          )}
          {details && (
            <Button variant="subtle" size="xs" onClick={() => void navigator.clipboard?.writeText(details)}>
              Copy details
            </Button>
          )}
        </>
      }
    >
      {message}
    </State>
  );
}

/** Says that the connection is lost and that the data may be out of date. */
export function OfflineBanner({ children }: { children?: ReactNode }) {
  return (
    <div className={classes.offline} role="status">
      <Icon name="offline" size={16} />
      <span>
        {children ??
          'You are offline. What you see may be out of date. Moves, actions, decisions and comments are kept and sent when the connection is back.'}
      </span>
    </div>
  );
}
