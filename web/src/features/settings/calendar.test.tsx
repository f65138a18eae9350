import { notifications } from '@mantine/notifications';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { at } from '../../../tests/fake/data';
import { fakeServer, showApp, SilentSocket, storeSession } from '../../../tests/render';

const server = fakeServer();
beforeEach(() => {
  storeSession('owner');
  vi.stubGlobal('WebSocket', SilentSocket);
});
afterEach(() => {
  act(notifications.clean);
  vi.unstubAllGlobals();
});

const open = async () => {
  showApp('/settings');
  return within(await screen.findByRole('region', { name: 'Calendar' }));
};
const dialogOf = async (name: string) => within(await screen.findByRole('dialog', { name }));
const sent = (method: string) =>
  server().requests.filter((one) => one.method === method && one.path.includes('/tokens'));

async function make(section: Awaited<ReturnType<typeof open>>, button: string) {
  await userEvent.click(await section.findByRole('button', { name: button }));
  const dialog = await dialogOf('Make an address for your calendar');
  await userEvent.click(dialog.getByRole('button', { name: 'Make the address' }));
  expect(dialog.getByText('Required!')).toBeVisible();
  await userEvent.type(dialog.getByLabelText('Your password'), 'proof-demo-1{Enter}');
  const shown = await dialogOf('The address of your calendar');
  expect(shown.getByLabelText('Address')).toHaveValue(`${window.location.origin}/calendar/pb_0123456789.ics`);
  await userEvent.click(shown.getByRole('button', { name: 'Done' }));
}

test('an address is made with the password, shown once, replaced and removed (BY-059)', async () => {
  const section = await open();
  await make(section, 'Make an address');
  expect(await section.findByText(/Not read yet/)).toBeVisible();
  const body = JSON.parse(sent('POST').at(-1)?.body ?? '') as Record<string, unknown>;
  expect(body).toMatchObject({ name: 'Calendar', scopes: ['calendar:read'], password: 'proof-demo-1' });
  // The mail about it leads to the tokens, where it can be revoked too.
  const tokens = within(screen.getByRole('region', { name: 'Access tokens' }));
  expect(await tokens.findByRole('button', { name: 'Revoke Calendar' })).toBeVisible();

  await make(section, 'Make a new address');
  await waitFor(() => expect(sent('DELETE')).toHaveLength(1));

  await userEvent.click(await section.findByRole('button', { name: 'Remove' }));
  const question = await dialogOf('Remove the address?');
  await userEvent.click(question.getByRole('button', { name: 'Remove' }));
  await waitFor(() => expect(section.getByRole('button', { name: 'Make an address' })).toHaveFocus());
  expect(section.queryByText(/Not read yet/)).toBeNull();
});

test('an admin who acts as the person makes no address (BY-059)', async () => {
  const { own } = server();
  own.profile = { ...own.profile, impersonation: { by: 'Anna', until: at(1) } };
  const section = await open();
  expect(section.getByText('Only the person themselves can see and change this.')).toBeVisible();
  expect(section.queryByRole('button')).toBeNull();
});
