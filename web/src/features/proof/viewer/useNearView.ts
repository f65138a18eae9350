import { type RefObject, useEffect, useState } from 'react';

/** Whether an element is in the stage's view or at most one view away from it. */
export function useNearView(
  elementRef: RefObject<HTMLElement | null>,
  stageRef: RefObject<HTMLElement | null>,
): boolean {
  const [near, setNear] = useState(false);
  useEffect(() => {
    if (!elementRef.current) return undefined;
    const observer = new IntersectionObserver((entries) => setNear(entries.some((entry) => entry.isIntersecting)), {
      root: stageRef.current,
      rootMargin: '100%',
    });
    observer.observe(elementRef.current);
    return () => observer.disconnect();
  }, [elementRef, stageRef]);
  return near;
}
