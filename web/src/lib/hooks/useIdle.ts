import { useEffect, useState } from 'react';
import { whenIdle } from '../onDemand';

/** Reports whether the browser has had nothing to do since the component was shown. */
export function useIdle(): boolean {
  const [idle, setIdle] = useState(false);
  useEffect(() => {
    let shown = true;
    whenIdle(() => shown && setIdle(true));
    return () => {
      shown = false;
    };
  }, []);
  return idle;
}
