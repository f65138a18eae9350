import { Button, Skeleton, Stack } from '@mantine/core';
import { useState } from 'react';
import { Link, useLocation } from 'react-router';
import { apiError, details, sentence } from '@/api/request/envelope';
import { useAbility } from '@/api/hooks';
import { percent } from '@/shared/billing/decimal';
import { Refusal } from '@/shared/accounts/forms/Refusal';
import { formatMoney } from '@/lib/format/money';
import { EmptyState, ErrorState } from '@/ui';
import { BusyButton } from '@/ui/fields/BusyButton';
import { Page } from '@/ui/page/Page';
import { Panel } from '@/ui/page/Panel';
import { NotForYou } from '@/shared/NotForYou';
import classes from './cart.module.css';
import { CartTable } from './CartTable';
import { changesOf, type SeenPrices } from './changes';
import { Changes } from './Changes';
import { isPriceChange, useCheckout } from './useCheckout';
import { useQuote } from './useQuote';

/** Returns the prices that the popover showed before it led here, if it did. */
function pricesShown(state: unknown): SeenPrices | undefined {
  return typeof state === 'object' && state !== null && 'seen' in state ? (state.seen as SeenPrices) : undefined;
}

/** `/cart/checkout`: what is in the cart, what it costs, and the order for it (SH-076). */
export default function CartPage() {
  const able = useAbility('manage-membership', 'update');
  const { state } = useLocation();
  const { cart, priced, current, seen, error, refetch } = useQuote(able, pricesShown(state));
  const { checkout, busy } = useCheckout();
  const [refusal, setRefusal] = useState<unknown>();
  if (!able) return <NotForYou />;
  const failure = error && !priced ? apiError(error) : undefined;
  const money = (amount: number) => formatMoney(amount, priced?.currency ?? 'USD', priced?.symbol);
  const changes = priced ? changesOf(seen, priced) : [];
  const nothing = priced?.lines.length === 0 ? 'Nothing in the cart is sold any more.' : undefined;
  const why = priced?.refused ?? nothing;
  return (
    <Page title="Cart" above={<Link to="/retail">Extra Resources</Link>}>
      {cart.items.length === 0 && (
        <EmptyState
          icon="cart"
          title="No product in the cart."
          action={
            <Button component={Link} to="/retail" variant="default" size="xs">
              See extra resources
            </Button>
          }
        />
      )}
      {failure && <ErrorState message={sentence(failure)} details={details(failure)} onRetry={() => void refetch()} />}
      {cart.items.length > 0 && !priced && !failure && (
        <Skeleton height={240} radius={10} role="status" aria-label="Loading the cart" />
      )}
      {priced && (
        <div className={classes.two}>
          <Stack gap={16}>
            {changes.length > 0 && <Changes changes={changes} money={money} />}
            <Panel label="Lines" flush>
              <CartTable cart={cart} priced={priced} seen={seen} money={money} />
            </Panel>
          </Stack>
          <Panel title="Order">
            <dl className={classes.sums} aria-busy={!current}>
              <dt>Sub Total</dt>
              <dd>{money(priced.net)}</dd>
              <dt>Tax ({percent(priced.taxRate)})</dt>
              <dd>{money(priced.tax)}</dd>
              <dt>Total</dt>
              <dd>{money(priced.total)}</dd>
            </dl>
            <p id="order-why" className={classes.why}>
              {why ?? 'You get an invoice. The packs are added once it is paid.'}
            </p>
            {/* The list above the lines says which prices have changed. */}
            <Refusal error={changes.length > 0 && isPriceChange(refusal) ? undefined : refusal} />
            <BusyButton
              fullWidth
              mt={12}
              busy={busy || !current}
              disabled={why !== undefined}
              aria-describedby="order-why"
              onClick={() => {
                if (!current) return;
                setRefusal(undefined);
                void checkout(current).then((failed) => {
                  setRefusal(failed);
                  if (failed && isPriceChange(failed)) void refetch();
                });
              }}
            >
              Checkout
            </BusyButton>
          </Panel>
        </div>
      )}
    </Page>
  );
}
