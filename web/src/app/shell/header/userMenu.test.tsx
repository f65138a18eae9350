import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { makeProfile, uuid } from '../../../../tests/fake/data';
import { fakeServer, show } from '../../../../tests/render';
import type { Profile } from '@/api/generated';
import { UserMenu } from './UserMenu';

const server = fakeServer();

async function open(profile: Profile) {
  const view = show(<UserMenu me={profile} />);
  await userEvent.click(screen.getByRole('button', { name: /User menu/ }));
  const menu = within(await screen.findByRole('dialog'));
  const entries = menu.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')]);
  return { ...view, menu, entries };
}

test('an owner manages their profile, their team and the settings', async () => {
  const { entries, menu, router } = await open(makeProfile('owner'));
  expect(entries).toEqual([
    ['Manage Profile', '/profile'], // SH-181
    ['Manage Team Member', '/team-members'],
    ['Order Reporting', '/reporting/order'], // SH-182
    ['Workflow and Roles', '/workflow-and-roles'], // SH-189
    ['Webhooks', '/webhooks'],
    ['Import', '/import'],
    ['General Settings', '/settings'], // SH-190
  ]);
  await userEvent.click(menu.getByRole('link', { name: 'Manage Profile' }));
  expect(router.state.location.pathname).toBe('/profile'); // SH-181
});

test('an entry shows only to a user who may read it', async () => {
  const { abilities, ...staff } = makeProfile('staff');
  const { entries } = await open({
    ...staff,
    abilities: { ...abilities, 'nav-manage-profile': [], 'nav-customer-reporting': [] },
  });
  expect(entries).toEqual([['General Settings', '/settings']]); // SH-177
});

test('the team is managed in the customer view only', async () => {
  const { entries } = await open({
    ...makeProfile('owner'),
    myProofApprovalWorkflowPreference: false,
    isClientType: true,
  });
  expect(entries.map(([label]) => label)).toEqual([
    'Manage Profile',
    'Manage Payment/Invoices',
    'Order Reporting',
    'Webhooks',
    'General Settings',
  ]); // SH-188
});

test('somebody with several accounts switches to another one (D-82, BY-076)', async () => {
  const of = (id: string, name: string, current: boolean) => ({
    id,
    name,
    client: '',
    role: 'operator' as const,
    roleLabel: 'Operator',
    current,
  });
  server().own.accounts = [of(uuid(7), 'Acme', true), of(uuid(8), 'Northlight', false)];
  const { menu, store, router } = await open(makeProfile('owner'));
  const others = within(await menu.findByRole('region', { name: 'Switch account' }));
  expect(others.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['NorthlightOperator']);
  await userEvent.click(others.getByRole('button'));
  await waitFor(() =>
    expect(store.getState().session).toMatchObject({ token: 'switched', userId: uuid(8), clientId: 'admin' }),
  );
  expect(router.state.location.pathname).toBe('/');
});

test('somebody with one account, and an admin who acts as somebody, sees no choice of accounts', async () => {
  const { menu } = await open({ ...makeProfile('owner'), impersonation: { by: 'Ada', until: '2036-01-01T00:00:00Z' } });
  await waitFor(() => expect(menu.getByText('Logout')).toBeVisible());
  expect(menu.queryByText('Switch account')).toBeNull();
  expect(server().requests.filter(({ path }) => path.includes('/profile/accounts'))).toEqual([]);
});
