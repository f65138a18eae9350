import { useState } from 'react';
import { useApiDispatch } from '@/api/hooks';
import { useMoveWorkMutation, type WorkMove } from '@/api/people';
import { invalidate } from '@/api/live/tags';
import { plural } from '@/lib/format/text';

type Progress = { moved: number; left: number };

/**
 * Hands all the unfinished work of a person over. The server moves a part of it with each call, so
 * it is called until nothing is left.
 */
export function useMoveAll(personId: string) {
  const [move] = useMoveWorkMutation();
  const dispatch = useApiDispatch();
  const [progress, setProgress] = useState<Progress>();
  const [failure, setFailure] = useState<unknown>();

  /** Returns whether nothing is left. */
  const run = async (workMove: WorkMove, total: number): Promise<boolean> => {
    setFailure(undefined);
    let moved = 0;
    setProgress({ moved, left: total });
    try {
      for (;;) {
        const { data } = await move({ personId, workMove }).unwrap();
        moved += data.moved;
        setProgress({ moved, left: data.left });
        if (data.left === 0) return true;
        if (data.moved === 0) {
          setFailure(stuck(data.left));
          return false;
        }
      }
    } catch (error) {
      setFailure(error);
      return false;
    } finally {
      setProgress(undefined);
      dispatch(invalidate(['People', 'Orders', 'Order', 'Board']));
    }
  };
  return { run, progress, failure };
}

/** Returns a refusal for orders that the server leaves where they are without saying why. */
function stuck(left: number) {
  const message = `${plural(left, 'order')} could not be handed over. Try again in a minute.`;
  return { status: 409, data: { success: false, message, messages: [], error: { reason: 'work.not_moved' } } };
}
