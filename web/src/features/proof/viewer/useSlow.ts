import { useEffect, useState } from 'react';

/** What is not there after this long says so and can be stopped. */
export const slowMs = 10_000;

/** Whether something has been waited for longer than `slowMs`; `what` changes with what is waited for. */
export function useSlow(waits: boolean, what: unknown): boolean {
  const [late, setLate] = useState<{ what: unknown } | null>(null);
  useEffect(() => {
    if (!waits) return undefined;
    const timer = setTimeout(() => setLate({ what }), slowMs);
    return () => clearTimeout(timer);
  }, [waits, what]);
  return waits && late !== null && late.what === what;
}
