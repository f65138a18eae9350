import { useCallback, useEffect } from 'react';
import { useApiDispatch } from '@/api/hooks';
import { invalidate } from '@/api/live/tags';

const everyMs = 10_000;

/**
 * Returns a function that reads everything again that shows about webhooks. While `moving` is set and the page is
 * visible, that happens by itself too.
 */
export function useRefresh(moving: boolean): () => void {
  const dispatch = useApiDispatch();
  const refresh = useCallback(() => void dispatch(invalidate(['Webhooks'])), [dispatch]);
  useEffect(() => {
    if (!moving) return undefined;
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') refresh();
    }, everyMs);
    return () => clearInterval(timer);
  }, [moving, refresh]);
  return refresh;
}
