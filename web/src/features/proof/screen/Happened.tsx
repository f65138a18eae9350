import { useEffect, useRef } from 'react';
import { happened, type Shown } from './happened';

/** It says where things have come to, not each step on the way. */
const quietMs = 300;

/** Tells those who do not see it what has happened on the proof. `ready` is false while its comments are on their way. */
export function Happened({ shown, ready }: { shown: Shown; ready: boolean }) {
  const place = useRef<HTMLParagraphElement>(null);
  const before = useRef<Shown>(null);
  const settled = useRef(false);
  useEffect(() => {
    if (!ready) return undefined;
    // The first state is stored at once, so that a change within the first moments is announced.
    if (before.current?.key !== shown.key) {
      before.current = shown;
      settled.current = false;
    }
    const timer = setTimeout(() => {
      const was = before.current ?? shown;
      const words = happened(settled.current ? was : { ...was, scale: shown.scale }, shown); // fitting the proof is not news
      before.current = shown;
      settled.current = true;
      if (words && place.current) place.current.textContent = words;
    }, quietMs);
    return () => clearTimeout(timer);
  }, [shown, ready]);
  return <p ref={place} className="sr-only" role="status" />;
}
