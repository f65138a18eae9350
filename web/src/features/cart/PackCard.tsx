import { Button } from '@mantine/core';
import { useId } from 'react';
import type { CartItemType, Pack } from '@/api/billing/cart';
import { formatMoney } from '@/lib/format/money';
import { sizeOf } from '@/shared/billing/words';
import { maxLines, maxQuantity } from '@/shared/cart/cart';
import { useCart } from '@/shared/cart/useCart';
import { toast } from '@/ui';
import classes from './retail.module.css';

type Props = {
  pack: Pack;
  /** The id of the text that says why nothing can be bought. */
  refusedBy?: string;
};

/** A pack with its price, and the two ways to buy it. */
export function PackCard({ pack: { id, name, price, currency, kind, size }, refusedBy }: Props) {
  const headingId = useId();
  const { items, add } = useCart();
  const inCart = (type: CartItemType) => items.find((item) => item.id === id && item.type === type)?.qty ?? 0;
  const [once, each] = [inCart('once'), inCart('subscription')];
  const told = [once > 0 && `${once} once`, each > 0 && `${each} with each cycle`].filter(Boolean).join(', ');
  const put = (type: CartItemType) => {
    if (add({ id, type })) return;
    const title =
      inCart(type) >= maxQuantity ? `At most ${maxQuantity} of a pack` : `At most ${maxLines} lines in a cart`;
    toast({ type: 'WARNING', title, message: 'Order what is in the cart first.' });
  };
  const common = { px: 'xs', disabled: refusedBy !== undefined } as const;
  const describedBy = [headingId, refusedBy].filter(Boolean).join(' ');
  return (
    <li className={classes.card} aria-labelledby={headingId}>
      <div>
        <h3 id={headingId}>{name}</h3>
        <p className={classes.size}>{sizeOf({ kind, size })}</p>
      </div>
      <p className={classes.price}>
        <strong>{formatMoney(price, currency)}</strong> without tax
      </p>
      <div className={classes.buttons}>
        <Button {...common} variant="default" aria-describedby={describedBy} onClick={() => put('once')}>
          Add once
        </Button>
        <Button {...common} variant="default" aria-describedby={describedBy} onClick={() => put('subscription')}>
          Add to each cycle
        </Button>
      </div>
      <p className={classes.inCart} role="status">
        {told && `In the cart: ${told}`}
      </p>
    </li>
  );
}
