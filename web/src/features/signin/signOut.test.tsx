import { screen, waitFor } from '@testing-library/react';
import { notifications } from '@mantine/notifications';
import { afterEach, expect, test } from 'vitest';
import { uuid } from '../../../tests/fake/data';
import { refused } from '../../../tests/fake/server';
import { fakeServer, showApp, storeSession } from '../../../tests/render';
import { outboxStorage } from '@/api/outbox/outboxStorage';
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

test('signing out deletes the queued moves (BY-036)', async () => {
  storeSession('admin');
  const [order] = server().orders;
  const body = { moveto: 'approved', via: 'board' };
  const url = `/order/${order?.id}/move-progress`;
  const userId = window.localStorage.getItem('userId') ?? '';
  outboxStorage.add({ key: uuid(1), userId, what: 'move to Approved', url, method: 'PUT', body });
  const queued = () => Object.keys(window.localStorage).filter((key) => key.startsWith('outbox'));
  expect(queued()).toHaveLength(1);
  server().intercept = ({ path }) => (path.endsWith('move-progress') ? refused(503, 'busy', 'Busy') : undefined);
  const { router } = showApp('/signout');
  await waitFor(() => expect(router.state.location.pathname).toBe('/signin'));
  expect(queued()).toEqual([]);
});
