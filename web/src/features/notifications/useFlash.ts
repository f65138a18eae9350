import { useEffect, useState } from 'react';
import { onLive } from '@/api/live/live';

/**
 * The delay in ms between a notification and the flash of the bell, and the length of the flash
 * (BD-337, BD-338).
 */
export const flashMs = 750;

/** Returns whether the bell is lit, after `notify-sidebar` (BD-315). */
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
