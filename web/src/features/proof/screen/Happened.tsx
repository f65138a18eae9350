import { useEffect, useRef } from 'react';
import { happened, type Shown } from './happened';

/** It says where things have come to, not each step on the way. */
const quietMs = 300;

/** Tells those who do not see it what has happened on the proof. `ready` is false while its comments are on their way. */
export function Happened({ shown, ready }: { shown: Shown; ready: boolean }) {
  const place = useRef<HTMLParagraphElement>(null);
  const before = useRef<Shown>(null);
  useEffect(() => {
    if (!ready) return undefined;
    const timer = setTimeout(() => {
      const words = before.current ? happened(before.current, shown) : '';
      before.current = shown;
      if (words && place.current) place.current.textContent = words;
    }, quietMs);
    return () => clearTimeout(timer);
  }, [shown, ready]);
  return <p ref={place} className="sr-only" role="status" />;
}
