import { notifications } from '@mantine/notifications';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { refused } from '../../../tests/fake/answers';
import { makeInvoice } from '../../../tests/fake/bills';
import { makePack } from '../../../tests/fake/cart';
import { withPlan } from '../../../tests/fake/membership';
import { fakeServer, showApp, SilentSocket, storeSession } from '../../../tests/render';
import type { ProfileMembership } from '@/api/generated';
import type { CartItem } from '@/api/billing/cart';
const server = fakeServer();
const main = () => within(screen.getByRole('main'));
const [hours, orders] = [makePack(1, '10 hours'), makePack(2, '5 orders')];
const trial = 'This feature is restricted during free trial.';

beforeEach(() => {
  vi.stubGlobal('WebSocket', SilentSocket);
  storeSession('owner');
  server().own.profile = withPlan(server().own.profile);
});
afterEach(() => {
  vi.unstubAllGlobals();
  notifications.clean();
});

const item = (id: string, qty: number, type: CartItem['type'] = 'once'): CartItem => ({ id, qty, type });
const fill = (...items: CartItem[]) => window.localStorage.setItem('cart', JSON.stringify(items));
const stored = () => JSON.parse(window.localStorage.getItem('cart') ?? '[]') as CartItem[];
const sent = (method: string, path: string) =>
  server()
    .requests.filter((request) => request.method === method && request.path.endsWith(path))
    .map(({ body }) => (body ? (JSON.parse(body) as unknown) : undefined));
const onTrial: Partial<ProfileMembership> = { state: 'trial', onFreeTrial: true };

async function openPopover(name: string | RegExp) {
  await userEvent.click(await screen.findByRole('button', { name }));
  return within(await screen.findByRole('dialog', { name: /^Cart/ }));
}

/** Returns the texts of the rows of the cart, without its buttons. */
const rows = () =>
  main()
    .getAllByRole('row')
    .slice(1)
    .map((row) => [...row.children].slice(0, 5).map(({ textContent }) => textContent));

describe('the popover of the cart', () => {
  test('lists quantity times price with the symbol of the server, and a sub total (SH-226, SH-227)', async () => {
    fill(item(hours.id, 2), item(orders.id, 1, 'subscription'));
    showApp('/archived-order');
    const cart = await openPopover('Cart, 3 packs');
    const lines = within(await cart.findByRole('list', { name: 'Lines of the cart' }));
    expect(lines.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      '10 hours2 × $400.00Once', // SH-226
      '5 orders1 × $25.00Each cycle', // SH-226
    ]);
    expect(cart.getByText('Sub Total').parentElement).toHaveTextContent('Sub Total$825.00'); // SH-227
    expect(sent('PUT', '/cart')).toEqual([{ items: stored() }]); // SH-231 SH-234
    expect(cart.getByRole('link', { name: 'View Cart' })).toHaveAttribute('href', '/cart/checkout'); // SH-228
    expect(cart.getByRole('button', { name: 'Checkout' })).toBeEnabled(); // SH-229
  });

  test('orders for the total that it names, and tells on the page of the cart what has changed (SH-229, D-57)', async () => {
    fill(item(hours.id, 1));
    const { router } = showApp('/archived-order');
    const cart = await openPopover('Cart, 1 pack');
    await userEvent.click(await cart.findByRole('button', { name: 'Checkout' })); // SH-229
    server().cart.packs = [{ ...hours, price: 450_00 }];
    const asked = within(await screen.findByRole('dialog', { name: 'Order for $480.00?' }));
    await userEvent.click(asked.getByRole('button', { name: 'Checkout' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/cart/checkout'));
    const changes = await screen.findByRole('alert', { name: 'What has changed' });
    expect(changes).toHaveTextContent('10 hours, once$400.00 → $450.00');
    expect(stored()).toHaveLength(1);
  });

  test('says that the cart is empty, and that it could not be priced (SH-230)', async () => {
    showApp('/retail');
    const cart = await openPopover('Cart');
    expect(cart.getByText('No product in the cart.')).toBeVisible(); // SH-230
    expect(cart.queryByRole('button', { name: 'Checkout' })).toBeNull();
    server().intercept = ({ path }) => (path.endsWith('/cart') ? refused(500, 'internal', 'Broken.') : undefined);
    await userEvent.keyboard('{Escape}');
    const [once] = await screen.findAllByRole('button', { name: 'Add once' });
    if (once) await userEvent.click(once);
    const filled = await openPopover('Cart, 1 pack');
    expect(await filled.findByText('Broken.')).toBeVisible();
    server().intercept = () => undefined;
    await userEvent.click(filled.getByRole('button', { name: 'Try again' }));
    expect(await filled.findByText('Sub Total')).toBeVisible();
  });

  test('is not there with an empty cart elsewhere, nor for those who may not buy', async () => {
    const view = showApp('/archived-order');
    await screen.findByRole('button', { name: /^Notifications/ });
    expect(screen.queryByRole('button', { name: /^Cart/ })).toBeNull();
    view.unmount();
    fill(item(hours.id, 1));
    server().own.profile = withPlan(server().own.profile, { state: 'none' });
    showApp('/archived-order');
    await screen.findByRole('button', { name: /^Notifications/ });
    expect(screen.queryByRole('button', { name: /^Cart/ })).toBeNull();
  });
});

describe('the page of the cart', () => {
  test('changes quantities, and orders what is in it for the prices that it shows (SH-232, SH-233)', async () => {
    fill(item(hours.id, 1), item(hours.id, 1, 'subscription'));
    server().cart.wait = 1;
    const { router } = showApp('/checkout/cart'); // D-27
    await screen.findByRole('table');
    expect(router.state.location.pathname).toBe('/cart/checkout');
    expect(rows()).toEqual([
      ['10 hours', 'Once', '$400.00', '−1+', '$400.00'],
      ['10 hours', 'Each cycle', '$400.00', '−1+', '$400.00'],
    ]);
    await userEvent.click(main().getByRole('button', { name: 'One more: 10 hours, once' }));
    expect(rows()[0]).toEqual(['10 hours', 'Once', '$400.00', '−2+', '$800.00']);
    await userEvent.click(main().getByRole('button', { name: 'One less: 10 hours, each cycle' }));
    expect(rows()).toHaveLength(1);
    const order = within(main().getByRole('region', { name: 'Order' }));
    await waitFor(() => expect(order.getByText('Sub Total').nextElementSibling).toHaveTextContent('$800.00'));
    expect(order.getByText('Tax (20%)').nextElementSibling).toHaveTextContent('$160.00');
    expect(order.getByText('Total').nextElementSibling).toHaveTextContent('$960.00');
    await waitFor(() => expect(order.getByRole('button', { name: 'Checkout' })).not.toHaveAttribute('aria-disabled'));
    await userEvent.click(order.getByRole('button', { name: 'Checkout' }));
    await waitFor(() => expect(sent('POST', '/cart/checkout')).toHaveLength(1)); // SH-232
    expect(sent('POST', '/cart/checkout')[0]).toMatchObject({ items: [item(hours.id, 2)] });
    await waitFor(() => expect(router.state.location.pathname).toMatch(/^\/checkout\/process\/invoice\/0/)); // SH-233
    expect(stored()).toEqual([]); // SH-225
    expect(await screen.findByText('Preparing your invoice…')).toBeVisible();
    expect(await screen.findByRole('heading', { name: 'Your order: PB-2026-000010' })).toBeVisible();
    expect(main().getByText('The packs are added once the invoice is paid.')).toBeVisible();
    expect(main().getByText('Pay by bank transfer')).toBeVisible();
    expect(main().getByRole('button', { name: 'Download PDF' })).toBeVisible();
    expect(main().getByRole('link', { name: 'See the invoice' }).getAttribute('href')).toMatch(
      /^\/billing\/invoices\//,
    );
  });

  test('leads on to an invoice that takes long, and asks for it again', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
    try {
      const { router } = showApp('/checkout/process/invoice/00000000-0000-4000-8000-000000000963');
      expect(await screen.findByText('Preparing your invoice…')).toBeVisible();
      await act(() => vi.advanceTimersByTimeAsync(31_000));
      expect(await screen.findByText('Your invoice is not ready yet')).toBeVisible();
      const asked = sent('GET', '000963').length;
      expect(asked).toBeGreaterThan(10);
      server().billing.invoices.unshift(makeInvoice(13));
      fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
      expect(await screen.findByRole('heading', { name: 'Your order: PB-2026-000013' })).toBeVisible();
      await act(() => router.navigate('/checkout/process')); // SH-078
      await waitFor(() => expect(router.state.location.pathname).toBe('/cart/checkout'));
    } finally {
      vi.useRealTimers();
    }
  });

  test('tells line by line what has changed since it was shown, and asks again (D-57)', async () => {
    fill(item(hours.id, 1), item(orders.id, 2), item(makePack(3, 'Pack').id, 1));
    const { router } = showApp('/cart/checkout');
    await screen.findByRole('table');
    const [, ...others] = server().cart.packs;
    server().cart.packs = [{ ...hours, price: 500_00 }, ...others.slice(1)];
    await userEvent.click(main().getByRole('button', { name: 'Checkout' }));
    const changes = within(await screen.findByRole('alert', { name: 'What has changed' }));
    expect(changes.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      '10 hours, once$400.00 → $500.00',
      '5 orders, once$25.00 → no longer sold',
    ]);
    expect(changes.getByText(/Look at the cart again and confirm it\.$/)).toBeVisible();
    expect(rows()[1]).toEqual(['5 orders', 'No longer sold', '', '2', '']);
    await userEvent.click(main().getByRole('button', { name: 'Remove 5 orders, once' }));
    await waitFor(() => expect(changes.getAllByRole('listitem')).toHaveLength(1));
    await waitFor(() => expect(main().getByRole('button', { name: 'Checkout' })).not.toHaveAttribute('aria-disabled'));
    await userEvent.click(main().getByRole('button', { name: 'Checkout' }));
    await waitFor(() => expect(router.state.location.pathname).toMatch(/^\/checkout\/process\/invoice\//));
  });

  test('names what is no longer sold, and orders nothing while all of it is', async () => {
    fill(item(makePack(9, 'Pack').id, 3));
    showApp('/cart/checkout');
    expect(await screen.findByText('No longer sold')).toBeVisible();
    expect(main().getByRole('button', { name: 'Checkout' })).toBeDisabled();
    expect(main().getByText('Nothing in the cart is sold any more.')).toBeVisible();
    await userEvent.click(main().getByRole('button', { name: 'Remove A pack, once' }));
    expect(await main().findByText('No product in the cart.')).toBeVisible();
    expect(main().getByRole('link', { name: 'See extra resources' })).toHaveAttribute('href', '/retail');
  });

  test('says why nothing can be bought now', async () => {
    fill(item(hours.id, 1));
    server().cart.refused = 'An invoice is past due. Pay it first.';
    showApp('/cart/checkout');
    expect(await screen.findByText('An invoice is past due. Pay it first.')).toBeVisible();
    expect(main().getByRole('button', { name: 'Checkout' })).toBeDisabled();
  });
});

describe('the extra resources', () => {
  test('are grouped by kind, and are put into the cart once or for each cycle', async () => {
    showApp('/retail');
    const card = within(await screen.findByRole('listitem', { name: '10 hours' }));
    const headings = main().getAllByRole('heading', { level: 2 });
    expect(headings.map(({ textContent }) => textContent)).toEqual([
      'Bought with each cycle',
      'Hours',
      'Orders',
      'Active orders',
      'Storage',
    ]);
    expect(card.getByText('$400.00')).toBeVisible();
    await userEvent.click(card.getByRole('button', { name: 'Add once' }));
    await userEvent.click(card.getByRole('button', { name: 'Add once' }));
    await userEvent.click(card.getByRole('button', { name: 'Add to each cycle' }));
    expect(card.getByText('In the cart: 2 once, 1 with each cycle')).toBeVisible();
    expect(stored()).toEqual([item(hours.id, 2), item(hours.id, 1, 'subscription')]); // SH-221
    expect(main().getByText(/^Hours and orders that you buy once do not expire\./)).toBeVisible();
  });

  test('of each cycle are stopped after a question with the day, and kept again', async () => {
    showApp('/retail');
    await userEvent.click(await screen.findByRole('button', { name: 'Stop after this cycle: Archive 20 GB' }));
    const asked = within(await screen.findByRole('dialog', { name: 'Stop Archive 20 GB after this cycle?' }));
    expect(asked.getByText(/until 09 Dec 2026/)).toBeVisible();
    await userEvent.click(asked.getByRole('button', { name: 'Stop after this cycle' }));
    const list = within(main().getByRole('region', { name: 'Bought with each cycle' }));
    expect(await list.findByText('Ends on 09 Dec 2026')).toBeVisible();
    await userEvent.click(list.getByRole('button', { name: 'Keep Archive 20 GB' }));
    expect(await list.findByText('Bought again on 10 Dec 2026')).toBeVisible();
  });

  test('say why nothing can be bought, and that there is nothing', async () => {
    server().own.profile = withPlan(server().own.profile, onTrial);
    const view = showApp('/retail');
    expect(await screen.findByText(trial, { selector: 'p' })).toBeVisible();
    const card = within(screen.getByRole('listitem', { name: '10 hours' }));
    expect(card.getByRole('button', { name: 'Add once' })).toBeDisabled();
    expect(card.getByRole('button', { name: 'Add once' })).toHaveAccessibleDescription(`10 hours ${trial}`);
    view.unmount();
    server().cart.packs = [];
    showApp('/retail');
    expect(await screen.findByText('There are no packs to buy')).toBeVisible();
  });

  test('are in the sidebar, where a free trial disables them and says why (BD-408, BD-411)', async () => {
    server().own.profile = withPlan(server().own.profile, { type: 'free' });
    const view = showApp('/archived-order');
    expect(await screen.findByRole('link', { name: 'Extra Resources' })).toHaveAttribute('href', '/retail'); // BD-408
    view.unmount();
    server().own.profile = withPlan(server().own.profile, onTrial);
    showApp('/archived-order');
    const link = await screen.findByRole('link', { name: 'Extra Resources' });
    expect(link).toHaveAttribute('aria-disabled', 'true'); // BD-411
    expect(link).not.toHaveAttribute('href');
    expect(link).toHaveAccessibleDescription(trial); // BD-411
    link.focus();
    expect(await screen.findByRole('tooltip')).toHaveTextContent(trial); // BD-411
  });

  test('send those who may not buy to the home page', async () => {
    server().own.profile = { ...server().own.profile, abilities: {} };
    const { router } = showApp('/retail');
    await waitFor(() => expect(router.state.location.pathname).toBe('/'));
  });
});
