import { useEffect, useRef } from 'react';
import { happened, type Shown } from './happened';

/** The pause in ms after which a change is announced, so that intermediate steps are not. */
const quietMs = 300;

/** Announces changes of the proof to screen readers. `ready` is false while the comments load. */
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
      // Fitting the proof into the screen is not announced.
      const words = happened(settled.current ? was : { ...was, scale: shown.scale }, shown);
      before.current = shown;
      settled.current = true;
      if (words && place.current) place.current.textContent = words;
    }, quietMs);
    return () => clearTimeout(timer);
  }, [shown, ready]);
  return <p ref={place} className="sr-only" role="status" />;
}
