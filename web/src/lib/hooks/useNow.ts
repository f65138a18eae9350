import { useEffect, useState } from 'react';

/** Returns the current time, updated every `everyMs`, for due dates and 'minutes ago'. */
export function useNow(everyMs = 60_000): Date {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  return now;
}
