import { notifications } from '@mantine/notifications';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { enter } from '../../../tests/enter';
import { answerClose } from '../../../tests/closing';
import { at, uuid } from '../../../tests/fake/data';
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
  return within(await screen.findByRole('region', { name: 'Access tokens' }));
};
const dialogOf = async (name: string) => within(await screen.findByRole('dialog', { name }));

describe('access tokens (BY-052)', () => {
  test('are created with a name, scopes, a last day and the password, and shown once', async () => {
    const section = await open();
    await userEvent.click(await section.findByRole('button', { name: 'Create a token' }));
    const dialog = await dialogOf('Create an access token');
    await userEvent.click(dialog.getByRole('button', { name: 'Create the token' }));
    expect(dialog.getAllByText('Required!')).toHaveLength(2);
    expect(dialog.getByText('Choose at least one.')).toBeVisible();

    await enter(dialog.getByLabelText('Name'), ' Nightly sync');
    await userEvent.click(dialog.getByRole('checkbox', { name: /^Read orders/ }));
    await userEvent.click(dialog.getByRole('checkbox', { name: 'Follow what happens' }));
    await userEvent.type(dialog.getByLabelText('Your password'), 'wrong{Enter}');
    expect(await dialog.findByText('The password is not right.')).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await answerClose('Stay');
    await userEvent.clear(dialog.getByLabelText('Your password'));
    await userEvent.type(dialog.getByLabelText('Your password'), 'proof-demo-1{Enter}');

    const shown = await dialogOf('Your new access token');
    expect(shown.getByLabelText('Access token')).toHaveValue('pb_0123456789');
    expect(shown.getByRole('button', { name: 'Copy the token' })).toBeVisible();
    await userEvent.keyboard('{Escape}');
    expect(shown.queryByRole('button', { name: 'Close' })).toBeNull();
    await userEvent.click(shown.getByRole('button', { name: 'Done' }));
    const [row] = await within(await section.findByRole('list', { name: 'Your access tokens' })).findAllByRole(
      'listitem',
    );
    expect(row).toHaveTextContent(
      /^Nightly syncRead orders, without their files and comments · Follow what happensCreated .+ · Ends .+ · Not used yet/,
    );
    const sent = server().requests.filter(({ method, path }) => method === 'POST' && path.endsWith('/tokens'));
    const { endsAt, ...body } = JSON.parse(sent.at(-1)?.body ?? '') as Record<string, unknown>;
    expect(body).toEqual({
      name: 'Nightly sync',
      scopes: ['orders:read', 'events:read'],
      password: 'proof-demo-1',
    });
    const days = (new Date(String(endsAt)).getTime() - Date.now()) / 86_400_000;
    expect(days).toBeGreaterThan(89);
    expect(days).toBeLessThan(92);
  });

  test('offer every scope of the contract with words of its own (D-84)', async () => {
    const section = await open();
    await userEvent.click(await section.findByRole('button', { name: 'Create a token' }));
    const dialog = await dialogOf('Create an access token');
    const group = within(dialog.getByRole('group', { name: 'What it may do' }));
    expect(group.getAllByRole('checkbox')).toHaveLength(14);
    expect(group.getByRole('checkbox', { name: /download proofs/ })).toHaveAccessibleDescription('proofs:read');
    expect(group.getByRole('checkbox', { name: /invoices and payments/ })).toHaveAccessibleDescription('billing:read');
  });

  test('are revoked after a confirmation', async () => {
    server().own.tokens = [
      { id: uuid(680), name: 'Old robot', scopes: ['people:read'], createdAt: at(-9), endsAt: at(9), usedAt: at(-1) },
    ];
    const section = await open();
    expect(await section.findByText(/Read people and your profile/)).toHaveTextContent(/Last used .+ ago/);
    await userEvent.click(section.getByRole('button', { name: 'Revoke Old robot' }));
    const read = () => server().requests.filter(({ path }) => path.endsWith('/security-log')).length;
    const before = read();
    const question = await dialogOf('Revoke Old robot?');
    await userEvent.click(question.getByRole('button', { name: 'Revoke' }));
    expect(await screen.findByText('Old robot is revoked')).toBeVisible();
    await waitFor(() => expect(section.getByRole('button', { name: 'Create a token' })).toHaveFocus());
    await waitFor(() => expect(read()).toBe(before + 1)); // the security log has it at once
    await waitFor(() => expect(section.queryByText('Old robot')).toBeNull());
  });

  test('are not shown to an admin who acts as the person', async () => {
    const { own } = server();
    own.profile = { ...own.profile, impersonation: { by: 'Anna', until: at(1) } };
    const section = await open();
    expect(section.getByText('Only the person themselves can see and change this.')).toBeVisible();
    expect(section.queryByRole('button')).toBeNull();
    expect(server().requests.some(({ path }) => path.endsWith('/tokens'))).toBe(false);
  });
});
