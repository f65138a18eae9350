import { notifications } from '@mantine/notifications';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { refused } from '../../../tests/fake/server';
import { fakeServer, showApp, SilentSocket, storeSession } from '../../../tests/render';

const server = fakeServer('manager');
const sockets = vi.fn<() => void>();

beforeEach(() => {
  storeSession('manager');
  server().own.profile.mustAddFactor = true;
  sockets.mockClear();
  vi.stubGlobal(
    'WebSocket',
    class extends SilentSocket {
      constructor() {
        super();
        sockets();
      }
    },
  );
});
afterEach(() => {
  act(notifications.clean);
  vi.unstubAllGlobals();
});

const heading = () => screen.findByRole('heading', { name: 'Add a second factor' });

test('a user who needs a second factor sees nothing else, and has no live connection (BY-045)', async () => {
  showApp('/archived-order');
  expect(await heading()).toBeVisible();
  expect(screen.queryByRole('banner')).toBeNull();
  expect(screen.queryByRole('button', { name: /^User menu/ })).toBeNull();
  expect(screen.getByRole('button', { name: 'Add passkey' })).toBeDisabled();
  expect(sockets).not.toHaveBeenCalled();
  expect(server().requests.map(({ path }) => path)).toEqual(['/api/d/profile']);
});

test('the page that was asked for opens once the user has a second factor and stored the codes (D-46)', async () => {
  const { router } = showApp('/archived-order');
  await heading();
  await userEvent.click(screen.getByRole('button', { name: 'Add authenticator app' }));
  await userEvent.type(await screen.findByLabelText('Your password'), 'proof-demo-1{Enter}');
  await userEvent.type(await screen.findByLabelText('Code'), '123456{Enter}');
  expect(await screen.findByRole('heading', { name: 'Your recovery codes' })).toBeVisible();
  expect(screen.getByText('code-1')).toBeVisible();
  expect(screen.queryByRole('link', { name: 'Sign out' })).toBeNull();
  await userEvent.click(screen.getByRole('checkbox', { name: 'I have stored these codes' }));
  await userEvent.click(screen.getByRole('button', { name: 'Done' }));
  expect(await screen.findByRole('heading', { name: /Archived/ })).toBeVisible();
  expect(router.state.location.pathname).toBe('/archived-order');
  expect(sockets).toHaveBeenCalledOnce();
});

test('another way can be chosen, and the user can sign out instead', async () => {
  const { store } = showApp('/');
  await heading();
  await userEvent.click(screen.getByRole('button', { name: 'Add authenticator app' }));
  await userEvent.click(screen.getByRole('button', { name: 'Choose another way' }));
  expect(screen.getByRole('button', { name: 'Add authenticator app' })).toBeVisible();
  await userEvent.click(screen.getByRole('link', { name: 'Sign out' }));
  await waitFor(() => expect(store.getState().session.token).toBeNull());
});

test('a call that is refused for the lack of one opens the page', async () => {
  server().own.profile.mustAddFactor = false;
  server().intercept = ({ path }) => {
    if (!path.endsWith('/order')) return undefined;
    server().own.profile.mustAddFactor = true;
    return refused(403, 'second_factor.missing', 'Your account needs a second factor. Add one first.');
  };
  showApp('/archived-order');
  expect(await heading()).toBeVisible();
});
