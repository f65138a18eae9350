import { useEffect, useState } from 'react';
import { askPastBoard, type PastBoard } from '@/api/board/audit';
import { type ApiError, apiError } from '@/api/request/envelope';
import { useApiDispatch } from '@/api/hooks';
import { settleMs } from '@/lib/hooks/useSlid';

/** No order is left out. */
const none: PastBoard['leftOut'] = [];

type Past = { past?: PastBoard; position?: number; error?: ApiError };

/**
 * Returns the board as of a position. It keeps the previous board until the next one has loaded,
 * and aborts requests that are no longer needed. `settled` says that the board belongs to the
 * requested position.
 */
export function usePastBoard(position: number | undefined) {
  const dispatch = useApiDispatch();
  const [past, setPast] = useState<Past>({});
  const [attempt, setAttempt] = useState(0);

  useEffect(() => {
    if (position === undefined) return undefined;
    let stop = () => {};
    const timer = setTimeout(() => {
      const asked = dispatch(askPastBoard(position));
      let wanted = true;
      stop = () => {
        wanted = false;
        asked.abort();
        asked.unsubscribe();
      };
      asked.unwrap().then(
        (found) => wanted && setPast({ past: found, position }),
        (error: unknown) => wanted && setPast((before) => ({ ...before, position, error: apiError(error) })),
      );
    }, settleMs);
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [dispatch, position, attempt]);

  const settled = position !== undefined && past.position === position;
  return {
    board: position === undefined ? undefined : past.past?.board,
    leftOut: past.past?.leftOut ?? none,
    shown: past.position,
    settled,
    error: settled ? past.error : undefined,
    retry: () => setAttempt(attempt + 1),
  };
}
