import { Button, Skeleton } from '@mantine/core';
import { Link, useNavigate } from 'react-router';
import type { PricedCart } from '@/api/billing/cart';
import { apiError, details, sentence } from '@/api/request/envelope';
import { formatMoney } from '@/lib/format/money';
import { keyOf } from '@/shared/cart/cart';
import { toastError } from '@/shared/command/notify';
import { confirm, ErrorState } from '@/ui';
import { HeaderPopover } from '@/ui/popover/HeaderPopover';
import { BusyButton } from '@/ui/fields/BusyButton';
import classes from './popover.module.css';
import { isPriceChange, useCheckout } from './useCheckout';
import { useQuote } from './useQuote';
import { often } from './words';

type Props = { target: HTMLElement; opened: boolean; onChange: (opened: boolean) => void };

/** What is in the cart, and what it costs (SH-226..SH-230). */
export function CartPopover({ target, opened, onChange }: Props) {
  return (
    <HeaderPopover target={target} opened={opened} onChange={onChange} label="Cart" width={340}>
      <h2 className={classes.title}>Cart</h2>
      <Content onClose={() => onChange(false)} />
    </HeaderPopover>
  );
}

function Content({ onClose }: { onClose: () => void }) {
  const { cart, priced, current, seen, error, refetch } = useQuote(true);
  const { checkout, busy } = useCheckout();
  const navigate = useNavigate();
  if (cart.items.length === 0) return <p className={classes.empty}>No product in the cart.</p>;
  if (error && !priced) {
    const failure = apiError(error);
    return <ErrorState small message={sentence(failure)} details={details(failure)} onRetry={() => void refetch()} />;
  }
  if (!priced) {
    return (
      <div className={classes.waiting} role="status" aria-label="Loading the cart">
        <Skeleton height={18} />
        <Skeleton height={18} />
        <Skeleton height={36} />
      </div>
    );
  }

  const order = async (shown: PricedCart) => {
    onClose(); // The question comes in its place.
    const sum = formatMoney(shown.total, shown.currency, shown.symbol);
    const agreed = await confirm({
      type: 'CONTINUECANCEL',
      title: `Order for ${sum}?`,
      message: `This is the total with ${formatMoney(shown.tax, shown.currency, shown.symbol)} of tax. You get an invoice, and the packs are added once it is paid.`,
      accept: 'Checkout',
    });
    if (!agreed) return;
    // After a change of prices the page of the cart tells what changed, and asks again (D-57).
    const failed = await checkout(shown);
    if (failed && isPriceChange(failed)) void navigate('/cart/checkout', { state: { seen } });
    else if (failed) toastError(failed);
  };
  const why = priced.refused ?? (priced.lines.length === 0 ? 'Nothing in the cart is sold any more.' : undefined);
  return (
    <>
      <ul className={classes.lines} aria-label="Lines of the cart">
        {priced.lines.map((line) => (
          <li key={keyOf(line)}>
            <span className={classes.name}>{line.name}</span>
            <span className={classes.sum}>
              {line.qty} × {formatMoney(line.price, priced.currency, priced.symbol)}
            </span>
            <span className={classes.often}>{often[line.type]}</span>
          </li>
        ))}
        {priced.gone.map((item) => (
          <li key={keyOf(item)}>
            <span className={classes.name}>{seen[keyOf(item)]?.name ?? 'A pack'}</span>
            <span className={classes.gone}>No longer sold</span>
          </li>
        ))}
      </ul>
      <div className={classes.foot}>
        <p className={classes.total}>
          <span>Sub Total</span>
          <span>{formatMoney(priced.net, priced.currency, priced.symbol)}</span>
        </p>
        {why && (
          <p id="cart-why" className={classes.why}>
            {why}
          </p>
        )}
        <div className={classes.buttons}>
          <Button component={Link} to="/cart/checkout" variant="default" onClick={onClose}>
            View Cart
          </Button>
          <BusyButton
            busy={busy || !current}
            disabled={why !== undefined}
            aria-describedby={why && 'cart-why'}
            onClick={() => current && void order(current)}
          >
            Checkout
          </BusyButton>
        </div>
      </div>
    </>
  );
}
