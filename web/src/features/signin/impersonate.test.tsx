import { notifications } from '@mantine/notifications';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { at } from '../../../tests/fake/data';
import { refused } from '../../../tests/fake/server';
import { fakeServer, showApp, SilentSocket, storeSession } from '../../../tests/render';
import { time } from '@/lib/format/dates';

const server = fakeServer();
beforeEach(() => vi.stubGlobal('WebSocket', SilentSocket));
afterEach(() => {
  act(notifications.clean);
  vi.unstubAllGlobals();
});

const calls = (end: string) => server().requests.filter(({ path }) => path.endsWith(end));

describe('the page of an impersonation', () => {
  test('checks the token, stores the session of the person and goes to the root', async () => {
    storeSession('admin');
    window.localStorage.setItem('view', 'client');
    const { router, store } = showApp('/impersonate-customer#token=link'); // SH-140
    await waitFor(() => expect(router.state.location.pathname).toBe('/')); // SH-144
    const [check, ...more] = calls('/c/validate-impersonate-token'); // SH-141
    expect(check).toMatchObject({ method: 'GET', path: '/api/c/validate-impersonate-token' }); // SH-141
    expect(check?.headers.get('authorization')).toBe('Bearer link'); // SH-141
    expect(more).toEqual([]);
    const { id } = server().own.profile;
    const stored = { clientId: 'customer', token: 'acting', expirationDate: '2036-01-01T00:30:00Z', userId: id };
    expect(store.getState().session).toMatchObject({ ...stored, role: 'owner', view: null }); // SH-143
    for (const [name, value] of Object.entries(stored)) expect(window.localStorage.getItem(name)).toBe(value); // SH-143
    expect(window.localStorage.getItem('view')).toBeNull();
  });

  test('says that a token is not valid, shows the error, and leaves the session alone', async () => {
    storeSession('admin');
    const said = 'This person cannot sign in.';
    server().intercept = ({ path }) =>
      path.endsWith('/validate-impersonate-token') ? refused(400, 'impersonation.invalid', said) : undefined;
    const { router, store } = showApp('/impersonate-customer?token=old');
    expect(await screen.findByRole('heading', { name: 'Token is not valid' })).toBeVisible(); // SH-142
    expect(await screen.findByText(said)).toBeVisible(); // SH-145
    expect(router.state.location.pathname).toBe('/impersonate-customer');
    expect(store.getState().session.token).toBe('secret');
  });

  test('without a token asks nobody', async () => {
    showApp('/impersonate-customer');
    expect(await screen.findByRole('heading', { name: 'Token is not valid' })).toBeVisible(); // SH-142
    expect(calls('/validate-impersonate-token')).toEqual([]);
  });
});

describe('the bar of an impersonation', () => {
  const until = at(0);
  beforeEach(() => {
    storeSession('owner');
    server().own.profile.impersonation = { by: 'Marcus Lindqvist', until };
  });

  test('names both people on every page, which make room for it (D-48)', async () => {
    showApp('/archived-order');
    const text = `Marcus Lindqvist is acting as Olivia Hartmann until ${time(until)}`;
    expect(await screen.findByText(text)).toBeVisible();
    expect(document.documentElement).toHaveAttribute('data-bar');
  });

  test('ends it on the server and goes to the sign-in (D-48)', async () => {
    const { router, store } = showApp('/archived-order');
    await userEvent.click(await screen.findByRole('button', { name: 'End' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/signin'));
    expect(calls('/logout')).toHaveLength(1);
    expect(store.getState().session.token).toBeNull();
    expect(document.documentElement).not.toHaveAttribute('data-bar');
  });

  test('is absent in other sessions', async () => {
    server().own.profile.impersonation = undefined;
    showApp('/archived-order');
    await screen.findByRole('heading', { name: /Archived/ });
    expect(screen.queryByText(/is acting as/)).toBeNull();
    expect(document.documentElement).not.toHaveAttribute('data-bar');
  });
});
