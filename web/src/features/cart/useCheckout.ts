import { useNavigate } from 'react-router';
import { type PricedCart, useCheckoutMutation } from '@/api/billing/cart';
import { apiError } from '@/api/request/envelope';
import { useCart } from '@/shared/cart/useCart';
import { toastSuccess } from '@/shared/command/notify';

/** Reports whether a checkout failed because a price has changed since it was shown. */
export const isPriceChange = (failed: unknown): boolean => apiError(failed).reason === 'cart.price_changed';

/** Orders what a cart has, for the prices that were shown (D-28), and goes to its invoice. */
export function useCheckout() {
  // The popover and the page have one state, so that an order is not placed twice.
  const [send, { isLoading: busy }] = useCheckoutMutation({ fixedCacheKey: 'checkout' });
  const { reset } = useCart();
  const navigate = useNavigate();
  /** Returns the error of a checkout that failed. What is no longer sold is not ordered. */
  const checkout = async ({ lines, quoteHash }: PricedCart): Promise<unknown> => {
    if (busy) return undefined;
    try {
      const items = lines.map(({ id, qty, type }) => ({ id, qty, type }));
      const { data, message } = await send({ checkout: { items, quoteHash } }).unwrap();
      void navigate(`/checkout/process/invoice/${data._id}`);
      reset();
      toastSuccess(message);
      return undefined;
    } catch (failed) {
      return failed;
    }
  };
  return { checkout, busy };
}
