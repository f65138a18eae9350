import { useEffect, useState } from 'react';

/** The time in ms after which loading is slow: the page says so and offers to stop. */
export const slowMs = 10_000;

/**
 * Reports whether loading has taken longer than `slowMs`. A new value of `what` restarts the time.
 */
export function useSlow(waits: boolean, what: unknown): boolean {
  const [late, setLate] = useState<{ what: unknown } | null>(null);
  useEffect(() => {
    if (!waits) return undefined;
    const timer = setTimeout(() => setLate({ what }), slowMs);
    return () => clearTimeout(timer);
  }, [waits, what]);
  return waits && late !== null && late.what === what;
}
