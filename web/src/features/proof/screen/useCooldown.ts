import { useCallback, useEffect, useRef, useState } from 'react';

/** Approve and Revise rest this long after a click (BD-169), Delete version this long (BD-175). */
export const decideRestMs = 10_000;
export const deleteRestMs = 5_000;

/** Whether a button rests after its click, and how to start the rest. */
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
