import { useState } from 'react';
import { useCartPricesQuery } from '@/api/billing/cart';
import { useCart } from '@/shared/cart/useCart';
import { type SeenPrices, withNew } from './changes';

/**
 * Returns what the cart costs. `seen` has the prices that the user saw first, to compare later ones with.
 * `current` is missing while a changed cart is priced.
 */
export function useQuote(shown: boolean, before: SeenPrices = {}) {
  const cart = useCart();
  const skip = !shown || cart.items.length === 0;
  const { data, currentData, error, isFetching, refetch } = useCartPricesQuery(cart.items, {
    skip,
    refetchOnMountOrArgChange: true,
  });
  const [seen, setSeen] = useState(before);
  const known = data ? withNew(seen, data) : seen;
  if (known !== seen) setSeen(known);
  return {
    cart,
    priced: skip ? undefined : data,
    current: skip || isFetching ? undefined : currentData,
    seen,
    error: skip ? undefined : error,
    refetch,
  };
}
