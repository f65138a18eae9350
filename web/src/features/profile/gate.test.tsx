import { notifications } from '@mantine/notifications';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { enter } from '../../../tests/enter';
import { refused } from '../../../tests/fake/answers';
import { fakeServer, showApp, SilentSocket, storeSession } from '../../../tests/render';

import { generatedAccountApi } from '@/api/generated/account';
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
const incomplete: Partial<Profile> = {
  isProfileComplete: false,
  isClientProfileComplete: false,
  profileGate: { asks: 'profile', closed: true },
};
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
    const { router } = open('/archived-order', {
      isClientProfileComplete: false,
      profileGate: { asks: 'company', closed: true },
    });
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

  test('stays open where the server says so', async () => {
    open('/archived-order', { ...incomplete, profileGate: { asks: 'nothing', closed: false } }); // D-90
    expect(await screen.findByRole('heading', { name: /Archived/ })).toBeVisible();
    expect(hidden()).toBe(true);
  });

  test('closes when the server refuses a write because of it', async () => {
    const { store } = open('/archived-order', {});
    expect(await screen.findByRole('heading', { name: /Archived/ })).toBeVisible();
    Object.assign(server().own.profile, incomplete);
    server().intercept = ({ method }) =>
      method === 'GET' ? undefined : refused(403, 'profile.incomplete', 'You must complete your profile information.');
    await store.dispatch(generatedAccountApi.endpoints.endOtherSessions.initiate(undefined));
    expect(await gate()).toBeVisible(); // D-90
  });

  test.each([
    { asks: 'profile', to: '', text: 'Complete your profile by 24 Dec 2026.' },
    { asks: 'company', to: '#company', text: 'Complete the profile of your company by 24 Dec 2026.' },
  ] as const)('is announced by a banner while there is time to complete the $asks', async ({ asks, to, text }) => {
    const { router } = open('/archived-order', {
      ...incomplete,
      profileGate: { asks, closed: false, closesAt: '2026-12-24T12:00:00Z' },
    });
    expect(await screen.findByText(new RegExp(`^${text}`))).toBeVisible(); // D-290
    expect(hidden()).toBe(true);
    await userEvent.click(screen.getByRole('link', { name: 'Complete profile' }));
    expect(router.state.location).toMatchObject({ pathname: '/profile', hash: to });
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
