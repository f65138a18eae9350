import { type RefObject, useCallback, useEffect, useState } from 'react';

/** The page that holds the middle of the view, and how to go to another one. */
export function usePageInView(stageRef: RefObject<HTMLElement | null>, count: number) {
  const [page, setPage] = useState(1);

  useEffect(() => {
    const view = stageRef.current;
    if (!view) return undefined;
    const measure = () => {
      const { top, height } = view.getBoundingClientRect();
      const middle = top + height / 2;
      const pages = [...view.querySelectorAll('[data-page]')];
      const found = pages.findIndex((p) => p.getBoundingClientRect().bottom >= middle);
      setPage(found < 0 ? Math.max(1, pages.length) : found + 1);
    };
    measure();
    view.addEventListener('scroll', measure, { passive: true });
    return () => view.removeEventListener('scroll', measure);
  }, [stageRef, count]);

  const goTo = useCallback(
    (number: number) => {
      const target = stageRef.current?.querySelector(`[data-page="${number}"]`);
      // the documents ask for a fresh start when a page cannot be gone to (BD-448)
      if (target) target.scrollIntoView({ block: 'start' });
      else window.location.reload();
    },
    [stageRef],
  );
  return { page, goTo };
}
