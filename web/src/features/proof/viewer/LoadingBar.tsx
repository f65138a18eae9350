import { Progress } from '@mantine/core';
import { useEffect, useState } from 'react';
import type { Loading } from './useFile';
import classes from './viewer.module.css';

/** The bar leaves this long after the file is there (BD-255). */
export const hideDelayMs = 300;

/** 'Loading File...', then 'Please wait. Reading File...' with a percentage (BD-223). */
export function LoadingBar({ loading }: { loading: Loading }) {
  const busy = loading.state === 'loading' || loading.state === 'reading';
  const [shown, setShown] = useState(busy);
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
    </div>
  );
}
