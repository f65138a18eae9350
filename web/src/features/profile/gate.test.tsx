import { notifications } from '@mantine/notifications';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { enter } from '../../../tests/enter';
import { fakeServer, showApp, SilentSocket, storeSession } from '../../../tests/render';
import type { Profile } from '@/api/generated';

const server = fakeServer();
beforeEach(() => {
  storeSession('owner');
  vi.stubGlobal('WebSocket', SilentSocket);
});
afterEach(() => {
  act(notifications.clean);
  vi.unstubAllGlobals();
});

function open(path: string, profile: Partial<Profile>) {
  Object.assign(server().own.profile, profile);
  return showApp(path);
}
const incomplete = { isProfileComplete: false, isClientProfileComplete: false };
const gate = () => screen.findByRole('dialog', { name: 'Welcome to Dashboard!' });
const hidden = () => screen.queryByRole('dialog', { name: 'Welcome to Dashboard!' }) === null;

describe('the profile gate', () => {
  test('blocks a user whose profile is incomplete and leads to the profile', async () => {
    const { router } = open('/archived-order', incomplete);
    const dialog = within(await gate()); // SH-168
    expect(
      dialog.getByText('You must complete your profile information before you can use your account'),
    ).toBeVisible(); // SH-168
    await userEvent.keyboard('{Escape}');
    expect(await gate()).toBeVisible();
    expect(dialog.queryByRole('button', { name: 'Close' })).toBeNull();
    await userEvent.click(dialog.getByRole('button', { name: 'Go to manage profile' })); // SH-168
    expect(router.state.location.pathname).toBe('/profile');
    expect(await screen.findByRole('heading', { name: 'Manage Profile' })).toBeVisible();
    expect(hidden()).toBe(true); // SH-169, SH-170
  });

  test.each(['/', '/order-list', '/settings', '/orders/new'])('appears on %s', async (path) => {
    open(path, incomplete);
    expect(await gate()).toBeVisible(); // SH-169
  });

  test.each(['/forgot-password', '/email-verification?key=k3y&email=olivia%40acme.test'])(
    'does not appear on %s',
    async (path) => {
      const { router } = open(path, incomplete);
      await screen.findByRole('main');
      expect(router.state.location.pathname + router.state.location.search).toBe(path);
      expect(hidden()).toBe(true); // SH-169
    },
  );

  test.each(['/signin', '/admin/signin'])('does not appear on %s, which a session leaves', async (path) => {
    window.localStorage.clear();
    open(path, incomplete);
    await screen.findByRole('main');
    expect(hidden()).toBe(true); // SH-169
  });

  test('offers to sign out', async () => {
    const { store } = open('/archived-order', incomplete);
    await userEvent.click(within(await gate()).getByRole('button', { name: 'Sign out' }));
    await waitFor(() => expect(store.getState().session.token).toBeNull());
  });

  test('sends an owner whose company is incomplete to the company', async () => {
    const { router } = open('/archived-order', { isClientProfileComplete: false });
    await waitFor(() => expect(router.state.location).toMatchObject({ pathname: '/profile', hash: '#company' })); // SH-171
    expect(await screen.findByRole('region', { name: 'Company' })).toBeVisible();
    expect(hidden()).toBe(true);
  });

  test('sends the owner from their completed profile to the company', async () => {
    const { router } = open('/profile', { ...incomplete, phone: '' });
    const personal = within(await screen.findByRole('region', { name: 'Personal' }));
    expect(router.state.location.hash).toBe('');
    await enter(personal.getByLabelText(/^Phone/), '0151 2345 678');
    await userEvent.click(personal.getByRole('button', { name: 'Save profile' }));
    await waitFor(() => expect(router.state.location.hash).toBe('#company')); // SH-171
  });

  test.each([{ viewOnly: true }, { role: 'guest' as const }])('does not apply to %o', async (person) => {
    open('/archived-order', { ...incomplete, ...person });
    expect(await screen.findByRole('heading', { name: /Archived/ })).toBeVisible();
    expect(hidden()).toBe(true);
  });
});

describe('the banner of an unverified address', () => {
  test('names the address and sends another mail', async () => {
    open('/archived-order', { emailIsVerified: false });
    expect(await screen.findByText('Your email address olivia@acme.test is not verified.')).toBeVisible(); // SH-151
    await userEvent.click(screen.getByRole('button', { name: 'Resend the verification email' })); // SH-151
    expect(await screen.findByText('Success')).toBeVisible();
    expect(
      screen.getByText('An email has been sent to olivia@acme.test with a link to verify your account.'),
    ).toBeVisible();
  });

  test('is absent when the address is verified', async () => {
    open('/archived-order', {});
    await screen.findByRole('heading', { name: /Archived/ });
    expect(screen.queryByText(/is not verified/)).toBeNull();
  });
});
