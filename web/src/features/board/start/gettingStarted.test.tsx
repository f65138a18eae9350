import { notifications } from '@mantine/notifications';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { makeProfile } from '../../../../tests/fake/data';
import { refused } from '../../../../tests/fake/server';
import { fakeServer, showApp, SilentSocket, storeSession } from '../../../../tests/render';
import type { Role } from '@/api/generated';

const server = fakeServer();
beforeEach(() => vi.stubGlobal('WebSocket', SilentSocket));
afterEach(() => {
  act(notifications.clean);
  vi.unstubAllGlobals();
});

function enter(role: Role) {
  storeSession(role);
  server().own.profile = makeProfile(role);
}

/** Opens an empty board on which nothing but a brand is set up. */
function open(role: Role, more: Partial<ReturnType<typeof server>['shell']['steps']> = {}, mailOff = true) {
  enter(role);
  server().own.profile.mailOff = mailOff;
  server().orders = [];
  Object.assign(server().shell.steps, {
    staff: false,
    customer: false,
    catalogue: false,
    plan: false,
    ...more,
  });
  return showApp('/');
}
const list = async () => within(await screen.findByRole('region', { name: 'Get started' }));
const asked = () => server().requests.filter(({ path }) => path.endsWith('/getting-started')).length;

describe("the first steps on an admin's empty board (D-291)", () => {
  test('say what is there, and each leads to the page that does it', async () => {
    open('admin');
    const steps = await list();
    expect(steps.getByText('1 of 6 done')).toBeVisible();
    expect(steps.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
      '/people',
      '/customer/new',
      '/catalogue',
      '/plans',
      '/branding',
    ]);
    expect(steps.getByRole('link', { name: /^Invite your staff, to do\./ })).toBeVisible();
    expect(steps.getByRole('link', { name: /^Show your brand, done\./ })).toBeVisible();
    expect(steps.getByText(/until the server is started with SMTP_URL/)).toBeVisible();
  });

  test('are ticked when the admin comes back', async () => {
    const { router } = open('admin', {}, false);
    await userEvent.click((await list()).getByRole('link', { name: /^Create a customer/ }));
    expect(router.state.location.pathname).toBe('/customer/new');
    server().shell.steps.customer = true;
    await act(() => router.navigate('/'));
    expect(await (await list()).findByRole('link', { name: /^Create a customer, done\./ })).toBeVisible();
    expect((await list()).getByText('3 of 6 done')).toBeVisible();
    expect((await list()).getByText('Mail is sent by the mail server of SMTP_URL.')).toBeVisible();
  });

  test('go away when all is done', async () => {
    open('admin', { staff: true, customer: true, catalogue: true, plan: true }, false);
    expect(await screen.findByText('No orders yet')).toBeVisible();
    expect(screen.queryByRole('region', { name: 'Get started' })).toBeNull();
  });

  test('are dismissed for good with the keyboard', async () => {
    open('admin');
    (await list()).getByRole('button', { name: 'Hide this list' }).focus();
    await userEvent.keyboard('{Enter}');
    expect(await screen.findByText('No orders yet')).toBeVisible();
    expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 }));
    await waitFor(() => expect(server().shell.steps.dismissed).toBe(true));
  });

  test('come back if the server does not take that', async () => {
    open('admin');
    const hide = (await list()).getByRole('button', { name: 'Hide this list' });
    server().intercept = ({ path }) =>
      path.endsWith('/tour/gettingStarted') ? refused(500, 'x', 'Not now.') : undefined;
    await userEvent.click(hide);
    expect(await screen.findByText('Not now.')).toBeVisible();
    await list();
  });

  test('leave the board alone if the server cannot say what is there', async () => {
    enter('admin');
    server().orders = [];
    server().intercept = ({ path }) => (path.endsWith('/getting-started') ? { status: 500, json: {} } : undefined);
    showApp('/');
    expect(await screen.findByText('No orders yet')).toBeVisible();
  });

  test.each<Role>(['manager', 'owner'])('are not for a %s', async (role) => {
    open(role);
    expect(await screen.findByText('No orders yet')).toBeVisible();
    expect(asked()).toBe(0);
  });

  test('are not asked for while there are orders', async () => {
    enter('admin');
    showApp('/');
    await waitFor(() => expect(document.querySelector('[data-card]')).not.toBeNull());
    expect(asked()).toBe(0);
  });
});
