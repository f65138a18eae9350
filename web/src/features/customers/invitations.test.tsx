import { notifications } from '@mantine/notifications';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { acme } from '../../../tests/fake/accounts';
import { refused } from '../../../tests/fake/server';
import { fakeServer, showApp, SilentSocket, storeSession } from '../../../tests/render';

const server = fakeServer('admin');
beforeEach(() => {
  storeSession('admin');
  vi.stubGlobal('WebSocket', SilentSocket);
});
afterEach(() => notifications.clean());

const panel = async () => within(await screen.findByRole('form', { name: 'Invitations' }));
const field = async () => (await panel()).getByRole('textbox', { name: 'Invitations a day' });
const save = async () => userEvent.click((await panel()).getByRole('button', { name: 'Save invitations' }));
const sent = () =>
  server()
    .requests.filter(({ path }) => path.endsWith('/invitation-limit'))
    .map(({ body }) => JSON.parse(body) as unknown);

test('an admin sees and sets how many invitations a day a customer may send (D-83)', async () => {
  showApp(`/customer/${acme}`);
  expect(await field()).toHaveValue('50');
  await userEvent.clear(await field());
  await save(); // nothing is no number
  expect(await screen.findByText('Required!')).toBeVisible();
  expect(sent()).toEqual([]);
  await userEvent.type(await field(), '80');
  await save();
  expect(await screen.findByText('The bound of invitations is saved.')).toBeVisible();
  await waitFor(async () => expect(await field()).toHaveValue('80'));
  expect(sent()).toEqual([{ clientId: 'customer', customerId: acme, most: 80 }]);
});

test('an admin sets it for a reseller, and reads why it is refused (D-83)', async () => {
  server().intercept = ({ path }) =>
    path.endsWith('/invitation-limit') ? refused(403, 'forbidden', 'You are not allowed to do this.') : undefined;
  showApp('/clients/brightside');
  expect(await field()).toHaveValue('50');
  await userEvent.type(await field(), '0');
  await save();
  expect(await (await panel()).findByText(/You are not allowed to do this/)).toBeVisible();
  expect(sent()).toEqual([{ clientId: 'brightside', most: 500 }]);
});

test('the design service and direct customers as a whole have no bound', async () => {
  showApp('/clients/admin');
  expect(await screen.findByRole('switch', { name: 'Everybody needs a second factor' })).toBeVisible();
  expect(screen.queryByRole('form', { name: 'Invitations' })).toBeNull();
});
