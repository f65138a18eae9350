import { useMemo } from 'react';
import type { CartItem } from '@/api/generated/billing';
import { useApiDispatch, useSession } from '@/api/hooks';
import { cartChanged, selectSession } from '@/api/session/session';
import { add, itemsOf, removeLine, takeOne, type Wanted } from './cart';

/**
 * Returns the cart of the signed-in user. It is a part of the session: the browser stores it, other
 * windows follow, and it ends when the user signs out or another one signs in (SH-010, SH-221).
 */
export function useCart() {
  const { cart } = useSession();
  const dispatch = useApiDispatch();
  const items = useMemo(() => itemsOf(cart), [cart]);
  /** Changes the cart as it is now, which another window may have changed. Reports whether it is another one. */
  const change = (changed: (items: CartItem[]) => CartItem[]): boolean =>
    dispatch((send, getState) => {
      const before = itemsOf(selectSession(getState()).cart);
      const after = changed(before);
      if (after !== before) send(cartChanged(after));
      return after !== before;
    });
  return {
    items,
    /** Reports whether there was room for it. */
    add: (wanted: Wanted) => change((now) => add(now, wanted)),
    takeOne: (wanted: Wanted) => change((now) => takeOne(now, wanted)),
    removeLine: (wanted: Wanted) => change((now) => removeLine(now, wanted)),
    reset: () => change(() => []),
  };
}
