import { screen, waitFor } from '@testing-library/react';
import { notifications } from '@mantine/notifications';
import { afterEach, expect, test } from 'vitest';
import { fakeServer, showApp, storeSession } from '../../../tests/render';
import { genericError } from '@/api/request/envelope';

const server = fakeServer('admin');

afterEach(() => notifications.clean());

test('SH-043: a failed logout shows the generic error of the server, and the session ends here', async () => {
  storeSession('admin');
  server().intercept = ({ path }) => (path.endsWith('/logout') ? { status: 500, json: {} } : undefined);
  const { router } = showApp('/signout');
  expect(await screen.findByText(genericError.title)).toBeVisible();
  expect(screen.getByText(genericError.message)).toBeVisible();
  await waitFor(() => expect(router.state.location.pathname).toBe('/signin'));
  expect(window.localStorage.getItem('token')).toBeNull();
});
