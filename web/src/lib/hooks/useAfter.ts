import { useEffect, useState } from 'react';

/** Reports whether a time in ms has passed since `started` was first set. */
export function useAfter(ms: number, started = true): boolean {
  const [passed, setPassed] = useState(false);
  useEffect(() => {
    if (!started) return undefined;
    const timer = setTimeout(() => setPassed(true), ms);
    return () => clearTimeout(timer);
  }, [ms, started]);
  return passed && started;
}
