import { useEffect, useEffectEvent, useRef } from 'react';
import classes from './threads.module.css';

/** The end of the rendered part of a long list. It asks for more when it comes near the view. */
export function MoreThreads({ onNear }: { onNear: () => void }) {
  const end = useRef<HTMLLIElement>(null);
  const near = useEffectEvent(onNear);
  useEffect(() => {
    if (!end.current) return undefined;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) near();
      },
      { root: end.current.parentElement, rootMargin: '400px' },
    );
    observer.observe(end.current);
    return () => observer.disconnect();
  }, []);
  return <li ref={end} className={classes.more} aria-hidden="true" />;
}
