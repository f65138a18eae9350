import { type SaveTourApiArg, useSaveTourMutation } from '@/api/shell';
import { toastError } from '@/shared/command/notify';

/**
 * Returns a function that stores whether a tour, or all of them, is offered. It tells the user when
 * that fails, and returns whether it worked.
 */
export function useSaveTours() {
  const [call] = useSaveTourMutation();
  return async (tour: SaveTourApiArg['tour'], offered: boolean): Promise<boolean> => {
    try {
      await call({ tour, tourChange: { data: offered } }).unwrap();
      return true;
    } catch (error) {
      toastError(error);
      return false;
    }
  };
}
