import { useEffect } from 'react';
import { onLive } from '@/api/live/live';
import { useMe } from '@/api/hooks';
import { useMyWorkQuery } from '@/api/shell';

/** The server counts up to this many orders of a section of somebody's own work. */
const counted = 100;

/** Returns a number of orders that wait: `12`, or `100+` where they are not counted further. */
export const countOf = (total: number): string => (total > counted ? `${counted}+` : String(total));

/** The live messages after which other orders, files or threads may wait. */
const changes = /^(reload-(order|single-column|timeline|version)|order-deleted|notify-card)/;

/** While others work, the user's own work is asked for again at most this often, in ms. */
const pause = 5000;

/** Reads the orders that wait for the user, and reads them again soon after something of them has changed. */
export function useMyWork({ anew = false } = {}) {
  const me = useMe();
  const query = useMyWorkQuery(undefined, { skip: !me, refetchOnMountOrArgChange: anew });
  const { refetch, isUninitialized } = query;
  useEffect(() => {
    if (isUninitialized) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = onLive(({ event }) => {
      if (!changes.test(event)) return;
      timer ??= setTimeout(() => {
        timer = undefined;
        void refetch();
      }, pause);
    });
    return () => {
      stop();
      clearTimeout(timer);
    };
  }, [refetch, isUninitialized]);
  return query;
}
