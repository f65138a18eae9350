import { useEffect, useState } from 'react';
import { onLive } from '@/api/live';

/** The bell lights up this long after a notification came, and for as long (BD-337, BD-338). */
export const flashMs = 750;

/** Whether the bell is lit, after `notify-sidebar` (BD-315). */
export function useFlash(): boolean {
  const [lit, setLit] = useState(false);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = onLive(({ event }) => {
      if (event !== 'notify-sidebar') return;
      clearTimeout(timer);
      setLit(false);
      timer = setTimeout(() => {
        setLit(true);
        timer = setTimeout(() => setLit(false), flashMs);
      }, flashMs);
    });
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, []);
  return lit;
}
