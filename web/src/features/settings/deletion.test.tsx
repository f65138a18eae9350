import { notifications } from '@mantine/notifications';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { refused } from '../../../tests/fake/server';
import { fakeServer, showApp, SilentSocket, storeSession } from '../../../tests/render';

afterEach(() => {
  act(notifications.clean);
  vi.unstubAllGlobals();
});
beforeEach(() => vi.stubGlobal('WebSocket', SilentSocket));

const on = '2026-12-20T10:00:00Z';

describe('the deletion of an account, for its owner (D-51)', () => {
  const server = fakeServer('owner');
  beforeEach(() => storeSession('owner'));
  const sent = (method: string) =>
    server().requests.filter((call) => call.method === method && call.path.endsWith('/profile/deletion'));
  const open = async () => {
    showApp('/settings');
    return within(await screen.findByRole('region', { name: 'Delete account' }));
  };
  const fill = async (section: ReturnType<typeof within>, password = 'proof-demo-1') => {
    await userEvent.type(section.getByLabelText('Reason'), ' We close. ');
    await userEvent.type(section.getByLabelText('Your password'), password);
    await userEvent.click(section.getByRole('button', { name: 'Delete account' }));
    return within(await screen.findByRole('dialog', { name: 'Delete the account of Acme Foods?' }));
  };

  test('needs a reason and a password', async () => {
    const section = await open();
    await userEvent.click(section.getByRole('button', { name: 'Delete account' }));
    expect(section.getAllByText('Required!')).toHaveLength(2); // SH-172
    expect(section.getByLabelText('Reason')).toHaveFocus();
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  test('is announced after Yes, and can be taken back', async () => {
    const section = await open();
    expect(section.getByText(/Nobody can retrieve them/)).toBeVisible(); // SH-175
    await userEvent.click((await fill(section)).getByRole('button', { name: 'Yes' }));
    expect(await section.findByText('This account will be deleted on 20 Dec 2026.')).toBeVisible();
    expect(sent('POST').map(({ body }) => JSON.parse(body) as unknown)).toEqual([
      { reason: 'We close.', password: 'proof-demo-1' },
    ]);
    expect(section.queryByLabelText('Reason')).toBeNull();
    await userEvent.click(section.getByRole('button', { name: 'Keep the account' }));
    expect(await section.findByLabelText('Reason')).toHaveValue('');
    expect(sent('DELETE')).toHaveLength(1);
  });

  test('is not announced after No', async () => {
    const section = await open();
    await userEvent.click((await fill(section)).getByRole('button', { name: 'No' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(sent('POST')).toEqual([]);
    expect(section.getByLabelText('Reason')).toHaveValue(' We close. ');
  });

  test.each([
    ['the password is wrong', 'The password is not right.'],
    ['orders are active', 'There are active orders. Finish or cancel them before you delete the account.'],
  ])('says why it is refused when %s', async (why, said) => {
    server().intercept = ({ method, path }) =>
      method === 'POST' && path.endsWith('/deletion') && why.startsWith('orders')
        ? refused(409, 'customer.active_orders', said)
        : undefined;
    const section = await open();
    await userEvent.click((await fill(section, 'wrong')).getByRole('button', { name: 'Yes' }));
    expect(await section.findByText(said)).toBeVisible();
    expect(section.getByLabelText('Reason')).toHaveValue(' We close. ');
  });

  test('shows a banner with its date on every page, until the owner keeps the account', async () => {
    server().own.profile.deletesAt = on;
    showApp('/archived-order');
    const banner = await screen.findByText('This account will be deleted on 20 Dec 2026.'); // SH-152
    expect(banner).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Keep the account' }));
    expect(await screen.findByText('The account stays')).toBeVisible();
    await waitFor(() => expect(screen.queryByText(/will be deleted on/)).toBeNull());
  });

  test('can only be looked at by an admin who acts as the owner (D-48)', async () => {
    Object.assign(server().own.profile, { deletesAt: on, impersonation: { by: 'Marcus Lindqvist', until: on } });
    const section = await open();
    expect(section.getByText('This account will be deleted on 20 Dec 2026.')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Keep the account' })).toBeNull();
  });
});

describe('the settings of a team member', () => {
  fakeServer('staff');
  beforeEach(() => storeSession('staff'));

  test('offer no deletion', async () => {
    showApp('/settings');
    await screen.findByRole('region', { name: 'Security' });
    expect(screen.queryByRole('region', { name: 'Delete account' })).toBeNull();
    expect(screen.queryByRole('link', { name: 'Delete account' })).toBeNull();
  });
});
