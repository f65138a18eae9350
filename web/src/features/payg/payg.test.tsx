import { notifications } from '@mantine/notifications';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { makeHourlyCustomer, makeHourlyOrder } from '../../../tests/fake/hourly';
import { withPlan } from '../../../tests/fake/membership';
import { refused } from '../../../tests/fake/server';
import { fakeServer, showApp, SilentSocket, storeSession } from '../../../tests/render';
import type { Profile, Role } from '@/api/generated';
const main = () => within(screen.getByRole('main'));

beforeEach(() => vi.stubGlobal('WebSocket', SilentSocket));
afterEach(() => {
  vi.unstubAllGlobals();
  notifications.clean();
});

/** Returns the texts of the rows of the table on the page. */
const rows = () =>
  main()
    .getAllByRole('row')
    .slice(1)
    .map((row) => [...row.children].map(({ textContent }) => textContent));

describe('the page of Pay as you Go', () => {
  const server = fakeServer('owner');
  const open = (more: Partial<Profile> = { isPayg: true }) => {
    server().own.profile = { ...withPlan(server().own.profile, { type: 'free' }), ...more };
    return showApp('/payg');
  };
  beforeEach(() => storeSession('owner'));

  test('says what an hour costs, and lists the orders with what is worked and billed', async () => {
    open();
    await screen.findByRole('heading', { name: 'Pay as you Go', level: 1 }); // SH-080
    expect(await main().findByText('$60.00 an hour', { selector: 'strong' })).toBeVisible();
    expect(rows()).toEqual([
      ['PB-1042 Label 0', 'In Progress', '$120.00', '1 hr 40 mins', '15 minutes', '1 hr 45 mins$105.00'],
      ['Deleted order', '', '$120.00', '30 minutes', '30 minutes', 'None'],
      ['PB-1044 Label 2', 'Queue', '$60.00 an hour', 'None', 'None', 'None'],
    ]);
    expect(main().getByRole('link', { name: 'PB-1042 Label 0' })).toHaveAttribute(
      'href',
      `/orders/detail/${makeHourlyOrder(0).orderId}`,
    );
  });

  test('starts an order that is paid by the hour', async () => {
    const { router } = open();
    await userEvent.click(await screen.findByRole('button', { name: 'Create new order' }));
    expect(router.state.location).toMatchObject({ pathname: '/orders/new', state: { payg: true } }); // BD-410
  });

  test('loads more, and can be tried again after a failure', async () => {
    server().hourly.orders.push(makeHourlyOrder(3));
    const { unmount } = open();
    await userEvent.click(await screen.findByRole('button', { name: 'Load more' }));
    expect(await screen.findByText('4 orders')).toBeVisible();
    expect(rows()).toHaveLength(4);
    unmount();
    server().intercept = ({ path }) => (path.endsWith('/payg') ? refused(500, 'internal', 'Broken.') : undefined);
    open();
    expect(await screen.findByText('Broken.')).toBeVisible();
    server().intercept = () => undefined;
    server().hourly.orders = [];
    await userEvent.click(main().getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('No orders yet')).toBeVisible();
  });

  test('says that the account does not pay so, and leads to the plans', async () => {
    server().hourly.orders = [];
    open({ isPayg: false });
    expect(await screen.findByText('Your account does not pay as you go')).toBeVisible();
    expect(main().getByRole('link', { name: 'Compare both ways to pay' })).toHaveAttribute('href', '/payg/switch');
    expect(main().queryByRole('button', { name: 'Create new order' })).toBeNull();
    expect(main().queryByRole('region', { name: 'Orders paid by the hour' })).toBeNull();
  });

  test('is for the people of an account', async () => {
    const { router } = open({ isPayg: true, abilities: {} });
    await waitFor(() => expect(router.state.location.pathname).toBe('/'));
  });
});

describe('the choice between both ways to pay', () => {
  const server = fakeServer('owner');
  beforeEach(() => {
    storeSession('owner');
    server().own.profile = withPlan(server().own.profile);
  });

  test('has the plans in two groups, and marks the present one', async () => {
    showApp('/payg/switch');
    await screen.findByRole('heading', { name: 'Subscription or Pay as you Go', level: 1 }); // SH-082
    const group = async (name: string) => within(await main().findByRole('region', { name }));
    const names = (of: typeof screen | ReturnType<typeof main>) =>
      of.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent);
    const hourly = await group('Pay as you Go');
    expect(names(hourly)).toEqual(['Starter']);
    expect(hourly.getByText('Free, $60.00 an hour')).toBeVisible();
    const paid = await group('Subscription');
    expect(names(paid)).toEqual(['Studio', 'Studio Plus', 'Agency']);
    expect(within(paid.getByRole('listitem', { name: 'Studio' })).getByText('Your plan')).toBeVisible();
  });

  test('asks before a plan is chosen, as the page of the plans does', async () => {
    showApp('/payg/switch');
    await userEvent.click(await screen.findByRole('button', { name: 'Upgrade now' }));
    const asked = within(await screen.findByRole('dialog', { name: 'Change to Studio Plus now?' }));
    await userEvent.click(asked.getByRole('button', { name: 'Confirm $18.00' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(server().requests.some(({ method, path }) => method === 'PUT' && path.endsWith('/package'))).toBe(true);
  });
});

describe('the customers who pay by the hour', () => {
  const server = fakeServer('manager');
  const open = (role: Role = 'manager', path = '/payg/list') => {
    storeSession(role);
    return showApp(path);
  };

  test('show their work that is not billed, and prices to those who get them', async () => {
    const { unmount } = open();
    await screen.findByRole('heading', { name: 'Pay as you Go Customers', level: 1 }); // SH-081
    await screen.findByText('2 customers');
    const head = () =>
      main()
        .getAllByRole('columnheader')
        .map(({ textContent }) => textContent);
    expect(head()).toContain('Price of an hour');
    expect(rows()).toEqual([
      ['Acme Foods', 'Northlight Studio', 'Hourly', '$60.00', '2', '1 hr 45 mins'],
      ['Beta Bakery', 'Northlight Studio', 'Hourly', '', '0', 'None'],
    ]);
    unmount();
    server().hourly.customers = [makeHourlyCustomer(2, 'Beta Bakery')];
    open();
    await screen.findByText('1 customer');
    expect(head()).not.toContain('Price of an hour');
  });

  test('are reached from the sidebar', async () => {
    open('manager', '/archived-order');
    const link = await screen.findByRole('link', { name: 'Pay as you Go Customer Info' }); // SH-184
    expect(link).toHaveAttribute('href', '/payg/list'); // SH-184
  });

  test('are found by a part of the name, and load more', async () => {
    server().hourly.customers.push(makeHourlyCustomer(3, 'Corner Café'), makeHourlyCustomer(4, 'Delta Drinks'));
    const { router } = open();
    await userEvent.click(await screen.findByRole('button', { name: 'Load more' }));
    expect(await screen.findByText('4 customers')).toBeVisible();
    await userEvent.type(main().getByRole('searchbox', { name: 'Search by name' }), 'corner');
    expect(await screen.findByText('1 customer')).toBeVisible();
    expect(router.state.location.search).toBe('?search=corner');
    await userEvent.type(main().getByRole('searchbox', { name: 'Search by name' }), 'x');
    expect(await screen.findByText('No customer matches')).toBeVisible();
    await userEvent.click(main().getByRole('button', { name: 'Reset the search' }));
    expect(await screen.findByText('The first 3 customers')).toBeVisible();
  });

  test('can be tried again after a failure', async () => {
    server().intercept = ({ path }) => (path.endsWith('/customers') ? refused(500, 'internal', 'Broken.') : undefined);
    open();
    expect(await screen.findByText('Broken.')).toBeVisible();
    server().intercept = () => undefined;
    server().hourly.customers = [];
    await userEvent.click(main().getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('No customers yet')).toBeVisible();
  });

  test('are hidden from people without the ability', async () => {
    server().own.profile = { ...server().own.profile, abilities: {} };
    const { router } = open();
    await waitFor(() => expect(router.state.location.pathname).toBe('/'));
  });
});
