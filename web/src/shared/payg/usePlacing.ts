import { useCallback } from 'react';
import { apiError } from '@/api/envelope';
import { useAbility } from '@/api/hooks';
import { onDemand } from '@/lib/onDemand';

/** The dialog that asks. Few users see it, so the first page does not load it. */
const question = onDemand(() => import('./askEstimate'));

/**
 * Returns a function that sends a command that may place an order. If the server wants a confirmed estimate
 * first, a dialog asks for it. The command is sent again when the person confirms. If they decline, the
 * result is null. All other refusals are thrown, also this one if the person may not confirm.
 */
export function usePlacing() {
  const may = useAbility('payg-cart', 'update');
  return useCallback(
    async <T>(orderId: string, send: () => Promise<T>): Promise<T | null> => {
      for (let confirmed = false; ; confirmed = true) {
        try {
          return await send();
        } catch (error) {
          const { reason } = apiError(error);
          const changed = reason === 'order.estimate_changed';
          // What is confirmed cannot be missing. Asking again would not help.
          if (!may || !(changed || (reason === 'order.estimate_missing' && !confirmed))) throw error;
          const loaded = await question.get().catch(() => null);
          if (!loaded) throw error;
          if (!(await loaded.askEstimate(orderId, changed))) return null;
        }
      }
    },
    [may],
  );
}
