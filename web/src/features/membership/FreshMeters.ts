import { useEffect } from 'react';
import { useApiDispatch, useMe } from '@/api/hooks';
import { onLive } from '@/api/live';
import { invalidate } from '@/api/tags';

/** The meters are fetched at most once in this time, in ms. */
export const freshMs = 5000;

/** The live messages after which a meter may have changed. */
const counted = new Set([
  'reload-order',
  'reload-single-column',
  'reload-order-list',
  'reload-version-list',
  'order-deleted',
  'notify-card-working-time-stopped',
]);

/** Fetches the meters again when orders of the account changed. It renders nothing, and is mounted once. */
export function FreshMeters() {
  const dispatch = useApiDispatch();
  const metered = useMe()?.membership !== undefined;
  useEffect(() => {
    if (!metered) return undefined;
    let last = -Infinity;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = onLive(({ event }) => {
      if (!counted.has(event)) return;
      timer ??= setTimeout(
        () => {
          timer = undefined;
          last = Date.now();
          dispatch(invalidate(['Profile', 'Membership']));
        },
        Math.max(0, last + freshMs - Date.now()),
      );
    });
    return () => {
      stop();
      clearTimeout(timer);
    };
  }, [dispatch, metered]);
  return null;
}
