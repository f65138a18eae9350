import { withPlan } from '../../tests/fake/membership';
import { lookAt, wideAndNarrow } from '../looks';
import { expect, test } from './fixtures';

test('an owner buys packs, from the extra resources to the invoice: axe finds no violation (BY-032)', async ({
  page,
  server,
}) => {
  server.own.profile = withPlan(server.own.profile);
  server.cart.wait = 1;
  await page.goto('/membership/service');
  await page.getByRole('main').getByRole('link', { name: 'Extra Resources' }).press('Enter');
  await expect(page).toHaveURL('/retail');
  const hours = page.getByRole('listitem', { name: '10 hours' });
  await hours.getByRole('button', { name: 'Add once' }).press('Enter');
  await page.getByRole('listitem', { name: '5 orders' }).getByRole('button', { name: 'Add to each cycle' }).click();
  await expect(hours.getByText('In the cart: 1 once')).toBeVisible();
  await lookAt(page, 'retail', wideAndNarrow);
  await page.reload(); // SH-221
  const button = page.getByRole('button', { name: 'Cart, 2 packs' });
  await button.press('Enter');
  await expect(page.getByText('Sub Total')).toBeVisible(); // SH-227
  await lookAt(page, 'cart-popover', wideAndNarrow);
  await page.keyboard.press('Escape');
  await expect(button).toBeFocused();
  await page.getByRole('link', { name: 'Board', exact: true }).press('Enter');
  await expect(page.locator('[data-card]').first()).toBeVisible();
  const bar = page.getByRole('banner').getByRole('button');
  for (const name of [/^User menu of/, /^Notifications/, /^Cart/])
    await expect(bar.and(page.getByRole('button', { name }))).toBeVisible(); // SH-149
  await lookAt(page, 'cart-board', [{ scheme: 'dark', width: 390 }]); // The fullest header of a phone.
  await button.press('Enter');
  await page.getByRole('link', { name: 'View Cart' }).press('Enter'); // SH-228
  await expect(page).toHaveURL('/cart/checkout');

  const order = page.getByRole('region', { name: 'Order' });
  await expect(order.getByText('$510.00')).toBeVisible();
  const [first, ...others] = server.cart.packs;
  if (first) server.cart.packs = [{ ...first, price: 300_00 }, ...others];
  await order.getByRole('button', { name: 'Checkout' }).click();
  await expect(page.getByText('$400.00 → $300.00')).toBeVisible();
  await lookAt(page, 'cart', wideAndNarrow);
  await order.getByRole('button', { name: 'Checkout' }).press('Enter');
  await expect(page).toHaveURL(/\/checkout\/process\/invoice\//); // SH-233
  await expect(page.getByRole('heading', { name: 'Your order: PB-2026-000010' })).toBeVisible();
  await expect(page.getByRole('button', { name: /^Cart/ })).toHaveCount(0); // SH-225
  await lookAt(page, 'cart-process', wideAndNarrow);

  server.own.profile = withPlan(server.own.profile, { state: 'trial', onFreeTrial: true });
  await page.goto('/archived-order');
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Extra Resources' }).focus();
  await expect(page.getByRole('tooltip')).toHaveText('This feature is restricted during free trial.'); // BD-411
});
