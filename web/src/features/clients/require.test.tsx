import { notifications } from '@mantine/notifications';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { refused } from '../../../tests/fake/server';
import { fakeServer, showApp, SilentSocket, storeSession } from '../../../tests/render';

const server = fakeServer('admin');
beforeEach(() => {
  storeSession('admin');
  vi.stubGlobal('WebSocket', SilentSocket);
});
afterEach(() => notifications.clean());

const toggle = () => screen.findByRole('switch', { name: 'Everybody needs a second factor' });
const sent = () =>
  server()
    .requests.filter(({ path }) => path.endsWith('/second-factor'))
    .map(({ path, body }) => [path, body]);

test('an admin can require a second factor of the people of a client (BY-045)', async () => {
  showApp('/clients/admin');
  expect(await toggle()).not.toBeChecked();
  await userEvent.click(await toggle());
  expect(await screen.findByText('Everybody needs a second factor now.')).toBeVisible();
  await waitFor(async () => expect(await toggle()).toBeChecked());
  expect(sent()).toEqual([['/api/d/clients/admin/second-factor', '{"required":true}']]);
});

test('the switch goes back when the server refuses', async () => {
  server().intercept = ({ path }) =>
    path.endsWith('/second-factor') ? refused(409, 'x', 'Add a second factor of your own first.') : undefined;
  showApp('/clients/admin');
  await userEvent.click(await toggle());
  expect(await screen.findByText('Add a second factor of your own first.')).toBeVisible();
  expect(await toggle()).not.toBeChecked();
});
