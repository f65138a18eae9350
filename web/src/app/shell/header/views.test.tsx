import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { makeReseller } from '../../../../tests/fake/data';
import { fakeServer, showApp, SilentSocket, storeSession } from '../../../../tests/render';
import type { Profile } from '@/api/generated';

const server = fakeServer();

beforeEach(() => {
  vi.stubGlobal('WebSocket', SilentSocket);
});

/** Signs in as a person of a reseller and opens an address. */
async function open(path: string, more: Partial<Profile> = {}, stored: Record<string, string> = {}) {
  storeSession('owner');
  window.localStorage.setItem('clientId', 'brightside');
  for (const [name, value] of Object.entries(stored)) window.localStorage.setItem(name, value);
  server().own.profile = { ...makeReseller(), ...more };
  const app = showApp(path);
  await screen.findByRole('navigation', { name: 'Main' });
  return app;
}

const main = () => within(screen.getByRole('navigation', { name: 'Main' }));
const entries = () =>
  main()
    .getAllByRole('link')
    .map((link) => link.textContent);
const toggle = () => screen.findByRole('group', { name: 'Toggle view as' });
const asked = (path: string) => server().requests.filter((request) => request.path.endsWith(path)).length;

describe("a reseller's own people", () => {
  test('SH-164: start in the client view, which shows their customers and business', async () => {
    const { store } = await open('/');
    expect(await screen.findByRole('heading', { name: 'Customers', level: 1 })).toBeVisible();
    expect(entries()).toEqual(['Customers', 'Team', 'Plans', 'Invoices', 'Branding', 'Import']);
    await waitFor(() => expect(store.getState().session.view).toBe('client'));
    await waitFor(() => expect(asked('/api/c/r/profile')).toBe(1)); // SH-036
  });

  test('BD-114, SH-165: switch to the customer view and back; SH-166: the choice is stored', async () => {
    const { unmount } = await open('/branding');
    await userEvent.click(within(await toggle()).getByRole('button', { name: 'Customer view' }));
    expect(await screen.findByRole('heading', { name: 'Order board', level: 1 })).toBeVisible();
    expect(entries()).toEqual([expect.stringMatching(/^My work/), 'Board', 'Orders', 'Archived orders', 'My Images']);
    expect(screen.getByRole('link', { name: 'Board View' })).toBeVisible();
    expect(window.localStorage.getItem('view')).toBe('customer');
    unmount();

    const requests = server().requests.length;
    showApp('/');
    expect(await screen.findByRole('heading', { name: 'Order board', level: 1 })).toBeVisible();
    const read = server().requests.slice(requests);
    expect(read.some(({ path }) => path.endsWith('/r/profile'))).toBe(false); // SH-036
    await userEvent.click(within(await toggle()).getByRole('button', { name: 'Client view' }));
    expect(await screen.findByRole('heading', { name: 'Customers', level: 1 })).toBeVisible();
    expect(within(await toggle()).getByRole('button', { name: 'Client view' })).toHaveAttribute('aria-pressed', 'true');
  });

  test('SH-036: in the stored client view, the profile is only read from /r/profile', async () => {
    await open('/', {}, { view: 'client' });
    expect(await screen.findByRole('heading', { name: 'Customers', level: 1 })).toBeVisible();
    expect([asked('/c/profile'), asked('/c/r/profile')]).toEqual([0, 1]);
  });

  test('switch with one button while the sidebar is small', async () => {
    window.localStorage.setItem('setting.sidebar', 'small');
    const { store } = await open('/');
    await userEvent.click(await screen.findByRole('button', { name: 'Switch to the customer view' }));
    expect(store.getState().session.view).toBe('customer');
    expect(await screen.findByRole('button', { name: 'Switch to the client view' })).toBeVisible();
  });

  test('who are not owners have no branding', async () => {
    await open('/', { role: 'staff', abilities: {} });
    expect(entries()).toEqual(['Customers']);
  });
});

describe("the people of a reseller's customer", () => {
  const customer = { isClientType: false, company: 'Corner Café' };

  test('SH-165: start in the customer view, and their client view is their own account', async () => {
    const { router } = await open('/', customer);
    expect(await screen.findByRole('heading', { name: 'Order board', level: 1 })).toBeVisible();
    await userEvent.click(within(await toggle()).getByRole('button', { name: 'Client view' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/team-members'));
    expect(entries()).toEqual(['Team', 'Company profile', 'Invoices']);
    expect(asked('/r/profile')).toBe(1);
  });

  test('who do not manage a team see the profile in place of it', async () => {
    const { router } = await open('/', { ...customer, role: 'staff', abilities: {} }, { view: 'client' });
    await waitFor(() => expect(router.state.location.pathname).toBe('/profile'));
    expect(entries()).toEqual(['Company profile']);
  });
});

test('SH-165: people who are not white-label have no toggle', async () => {
  storeSession('owner');
  showApp('/orders/new');
  await screen.findByRole('navigation', { name: 'Main' });
  expect(screen.queryByRole('group', { name: 'Toggle view as' })).not.toBeInTheDocument();
});
