import { Button } from '@mantine/core';
import { Icon } from '@/ui';
import classes from './guest.module.css';

/**
 * The 404 screen of the guest page (SH-306, SH-307). With `onRetry` it says that the server is
 * unreachable.
 */
export function DeadLink({ onRetry }: { onRetry?: () => void }) {
  return (
    <main className={classes.center}>
      <div className={classes.box} role="alert">
        <span className={classes.icon}>
          <Icon name={onRetry ? 'offline' : 'alert'} size={28} />
        </span>
        {!onRetry && <p className={classes.code}>404</p>}
        <h1>Something is wrong!</h1>
        {onRetry ? (
          <>
            <p>The server cannot be reached. Please check your connection and try again.</p>
            <Button variant="default" size="xs" onClick={onRetry}>
              Try again
            </Button>
          </>
        ) : (
          <p>Maybe you&apos;re trying to open the wrong link or it has expired.</p>
        )}
      </div>
    </main>
  );
}
