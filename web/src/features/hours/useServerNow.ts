import { useEffect, useState } from 'react';

/** Returns the server's time in ms, and ticks as its second changes (BD-366). */
export function useServerNow(skew: number): number {
  const [browser, setBrowser] = useState(() => Date.now());
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    const wait = () => {
      timer = setTimeout(tick, 1000 - ((((Date.now() + skew) % 1000) + 1000) % 1000));
    };
    const tick = () => {
      setBrowser(Date.now());
      wait();
    };
    wait();
    return () => clearTimeout(timer);
  }, [skew]);
  return browser + skew;
}
