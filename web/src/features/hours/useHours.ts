import { useEffect, useState } from 'react';
import { useBusinessHoursQuery } from '@/api/shell';
import { skewOf, stateAt } from './hours';
import { useServerNow } from './useServerNow';

/** The age in ms at which an answer is read again. */
export const staleMs = 15 * 60_000;

/** The shortest time in ms between two calls, for instance while the server does not answer. */
const patienceMs = 60_000;

/** Browsers ask within these ms after the state has ended, so that not all do at once. */
const spreadMs = 4000;

/**
 * Returns the business hours and the server's time. They are read again when the state ends, after
 * 15 minutes, and when the user returns after a longer time. A failure is not reported: the hours are
 * then undefined once they no longer hold. `waiting` is set before the first answer.
 */
export function useHours() {
  const { data, isError, isFetching, startedTimeStamp = 0, fulfilledTimeStamp, refetch } = useBusinessHoursQuery();
  const hours = data?.data;
  const skew = hours && fulfilledTimeStamp ? skewOf(hours, fulfilledTimeStamp) : 0;
  const now = useServerNow(skew);
  const [late] = useState(() => 1000 + Math.random() * spreadMs);

  const at = now - skew;
  const age = at - (fulfilledTimeStamp ?? startedTimeStamp);
  const until = hours && fulfilledTimeStamp ? stateAt(hours, fulfilledTimeStamp + skew).until : undefined;
  const ended = until !== undefined && now >= until;
  const due = age >= staleMs || (until !== undefined && now >= until + late);
  useEffect(() => {
    if (due && !isFetching && at - startedTimeStamp >= patienceMs && !document.hidden) void refetch();
  }, [due, isFetching, at, startedTimeStamp, refetch]);

  return { hours: isError && (ended || age >= staleMs) ? undefined : hours, now, waiting: !hours && !isError };
}
