import { useEffect } from 'react';
import { useApiDispatch, useMe } from '@/api/hooks';
import { onLive } from '@/api/live/live';
import { invalidate } from '@/api/live/tags';
import { atMostEvery } from '@/lib/atMostEvery';

/** The meters are fetched at most once in this time, in ms. */
const freshMs = 5000;

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
    const { run, stop } = atMostEvery(freshMs, () => dispatch(invalidate(['Profile', 'Membership'])));
    const leave = onLive(({ event }) => {
      if (counted.has(event)) run();
    });
    return () => {
      leave();
      stop();
    };
  }, [dispatch, metered]);
  return null;
}
