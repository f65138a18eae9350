import { useEffect, useState } from 'react';
import { type ApiError, apiError } from '@/api/request/envelope';
import { type Card, generatedApi } from '@/api/generated';
import { useApiDispatch } from '@/api/hooks';
import { searchLimit } from '@/shared/filters/quickSearch';

/** The delay in ms between typing and asking the server. */
const debounceMs = 150;

const none: Card[] = [];

/** Searches the orders on the server. A search that a newer one replaces is cancelled. */
export function useFoundOrders(query: string): { orders: Card[]; searching: boolean; error?: ApiError } {
  const dispatch = useApiDispatch();
  const [answer, setAnswer] = useState<{ query: string; orders: Card[]; error?: ApiError }>();
  useEffect(() => {
    if (!query) return undefined;
    let cancel = () => {};
    const timer = setTimeout(() => {
      const ask = generatedApi.endpoints.searchOrders.initiate;
      const sent = dispatch(ask({ customSearch: query, limit: searchLimit }, { forceRefetch: true }));
      let outdated = false;
      cancel = () => {
        outdated = true;
        sent.abort();
        sent.unsubscribe();
      };
      void sent.then(({ data, error }) => {
        if (outdated) return;
        setAnswer({ query, orders: data?.data?.orders ?? none, error: error && apiError(error) });
      });
    }, debounceMs);
    return () => {
      clearTimeout(timer);
      cancel();
    };
  }, [query, dispatch]);
  const current = query && answer?.query === query ? answer : undefined;
  return { orders: current?.orders ?? none, searching: query !== '' && !current, error: current?.error };
}
