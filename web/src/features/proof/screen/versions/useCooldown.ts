import { useCallback, useEffect, useRef, useState } from 'react';

/**
 * How long Approve and Revise (BD-169), and Delete version (BD-175), are disabled after a click, in
 * ms.
 */
export const decideRestMs = 10_000;
export const deleteRestMs = 5_000;

/** Returns whether a button is disabled after its click, and a function that starts this time. */
export function useCooldown(ms: number): [resting: boolean, start: () => void] {
  const [resting, setResting] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const start = useCallback(() => {
    clearTimeout(timer.current);
    setResting(true);
    timer.current = setTimeout(() => setResting(false), ms);
  }, [ms]);
  return [resting, start];
}
