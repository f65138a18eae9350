import { Button, Progress } from '@mantine/core';
import { useEffect, useState } from 'react';
import type { Loading } from './useFile';
import { useSlow } from './useSlow';
import classes from '../viewer.module.css';

/** The delay in ms before the bar hides once the file has loaded (BD-255). */
export const hideDelayMs = 300;

/**
 * Shows 'Loading File...', then 'Please wait. Reading File...' with a percentage (BD-223). After a
 * while it offers to stop.
 */
export function LoadingBar({ loading }: { loading: Loading }) {
  const busy = loading.state === 'loading' || loading.state === 'reading';
  const [shown, setShown] = useState(busy);
  const slow = useSlow(busy, null);
  if (busy && !shown) setShown(true);
  useEffect(() => {
    if (busy) return undefined;
    const timer = setTimeout(() => setShown(false), hideDelayMs);
    return () => clearTimeout(timer);
  }, [busy]);

  if (!shown) return null;
  const percent = loading.state === 'reading' ? loading.percent : busy ? 0 : 100;
  const text = loading.state === 'loading' ? 'Loading File...' : `Please wait. Reading File... ${percent}%`;
  return (
    <div className={classes.loading} role="status" data-done={!busy || undefined}>
      <span>{text}</span>
      <Progress value={percent} size={4} animated={loading.state === 'loading'} aria-label={text} />
      {slow && (loading.state === 'loading' || loading.state === 'reading') && (
        <>
          <span>This file takes long to open. You can wait, or stop reading it.</span>
          <Button size="xs" variant="white" color="dark" onClick={loading.stop}>
            Stop
          </Button>
        </>
      )}
    </div>
  );
}
