import { useCallback } from 'react';
import { type ApiError, apiError } from '@/api/request/envelope';
import { useAbility, useMe } from '@/api/hooks';
import { onDemand } from '@/lib/onDemand';

/** The dialog that asks. Few users see it, so the first page does not load it. */
const question = onDemand(() => import('./askEstimate'));

export type Placing = ReturnType<typeof usePlacing>;

/** Whether an order was refused because its account pays by the hour and has not confirmed the estimate. */
export const needsEstimate = ({ reason }: ApiError): boolean =>
  reason === 'order.estimate_missing' || reason === 'order.estimate_changed';

/** A command of one of several orders, which was refused for its estimate. */
type Refused<T> = { orderId: string; name: string; send: () => Promise<T> };

/**
 * Asks for the estimates of several orders one after the other, and sends each command once its estimate is
 * confirmed. Returns the results in the same order. There are none from the first 'Not now' on, or if the person may
 * not confirm estimates.
 */
export async function placeInTurn<T>(
  placing: Placing,
  all: Refused<T>[],
): Promise<({ sent: T } | { error: unknown })[]> {
  const results: ({ sent: T } | { error: unknown })[] = [];
  for (const [index, { orderId, name, send }] of all.entries()) {
    const place = all.length > 1 ? ` (${index + 1} of ${all.length})` : '';
    try {
      const sent = await placing(orderId, send, name + place);
      if (sent === null) break;
      results.push({ sent });
    } catch (error) {
      if (needsEstimate(apiError(error))) break;
      results.push({ error });
    }
  }
  return results;
}

/**
 * Returns a function that sends a command that may place an order. If the server wants a confirmed estimate
 * first, a dialog asks for it. The command is sent again when the person confirms. If they decline, the
 * result is null. Somebody who may not confirm can ask the owner instead, which places nothing either. All other
 * refusals are thrown. `name` is that of one of several orders, which the dialog shows.
 */
export function usePlacing() {
  const known = useMe() !== undefined;
  const may = useAbility('payg-cart', 'update') || !known; // The dialog says it too.
  return useCallback(
    async <T>(orderId: string, send: () => Promise<T>, name?: string): Promise<T | null> => {
      for (let confirmed = false; ; confirmed = true) {
        try {
          return await send();
        } catch (error) {
          const failure = apiError(error);
          const changed = failure.reason === 'order.estimate_changed';
          // What is confirmed cannot be missing. Asking again would not help.
          if (!needsEstimate(failure) || (confirmed && !changed)) throw error;
          // The refusals of several orders are listed instead.
          if (!may && name !== undefined) throw error;
          const loaded = await question.get().catch(() => null);
          if (!loaded) throw error;
          if (!may) {
            await loaded.askOwner(orderId);
            return null;
          }
          if (!(await loaded.askEstimate({ orderId, changed, name }))) return null;
        }
      }
    },
    [may],
  );
}
