import { notifications } from '@mantine/notifications';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Role } from '@/api/generated';
import { enter } from '../../../tests/enter';
import { people, uuid } from '../../../tests/fake/data';
import { refused } from '../../../tests/fake/server';
import { fakeServer, showApp, SilentSocket, storeSession } from '../../../tests/render';
import { fieldErrors, emptyFields, personOf } from '@/shared/accounts/people/newPerson';

beforeEach(() => vi.stubGlobal('WebSocket', SilentSocket));
afterEach(() => notifications.clean());

const main = () => within(screen.getByRole('main'));
const names = () =>
  main()
    .queryAllByRole('row')
    .slice(1)
    .map((row) => within(row).getByRole('link').textContent);
const shows = (...expected: string[]) => waitFor(() => expect(names()).toEqual(expected));

async function openDialog(button: string) {
  await userEvent.click(await screen.findByRole('button', { name: button }));
  return within(await screen.findByRole('dialog', { name: /^Add/ }));
}
type Dialog = Awaited<ReturnType<typeof openDialog>>;

async function fill(dialog: Dialog, email = 'ann@acme.test') {
  await enter(dialog.getByLabelText(/^First name/), 'Ann');
  await enter(dialog.getByLabelText(/^Last name/), 'Lee');
  await enter(dialog.getByLabelText(/^Email Address/), email);
}
const add = (dialog: Dialog) => userEvent.click(dialog.getByRole('button', { name: 'Add' }));

describe('the team of an owner', () => {
  const server = fakeServer('owner');
  beforeEach(() => storeSession('owner'));
  const added = () =>
    server()
      .requests.filter(({ method, path }) => method === 'POST' && path.endsWith('/people'))
      .map(({ body }) => JSON.parse(body) as unknown);

  test('lists the people of the own account at /team-members (SH-067)', async () => {
    showApp('/team-members');
    expect(await screen.findByRole('heading', { name: 'Team Members' })).toBeVisible();
    await shows('Olivia Hartmann', 'Sam Whitfield', 'Nina Ivers');
    const row = (name: string) => within(main().getByRole('row', { name: new RegExp(name) }));
    expect(row('Olivia').getByText('Approver')).toBeVisible();
    expect(row('Olivia').getByText('(you)', { exact: false })).toBeVisible();
    expect(row('Sam').getByText('Active')).toBeVisible();
    expect(row('Sam').getByText('E-mail not verified')).toBeVisible();
    expect(row('Nina').getByText('Invited')).toBeVisible();
  });

  test('an admin who acts as the owner can only invite, and no owners (D-48)', async () => {
    server().own.profile.impersonation = { by: 'Marcus Lindqvist', until: '2036-01-01T00:00:00Z' };
    showApp('/team-members');
    const dialog = await openDialog('Add team member');
    expect(dialog.getByText(/^They get an invitation\./)).toBeVisible();
    expect(dialog.queryByRole('radio')).toBeNull();
    await userEvent.click(dialog.getByRole('combobox', { name: 'Role' }));
    expect((await dialog.findAllByRole('option')).map(({ textContent }) => textContent)).toEqual(['Team Member']);
    await fill(dialog);
    await add(dialog);
    await waitFor(() => expect(added()).toMatchObject([{ role: 'staff' }]));
    expect(added()[0]).not.toHaveProperty('password');
  });

  test('searches, filters by state and role, and can be reset', async () => {
    const { router } = showApp('/team-members');
    await shows('Olivia Hartmann', 'Sam Whitfield', 'Nina Ivers');
    await userEvent.selectOptions(main().getByLabelText('State'), 'Invited');
    await shows('Nina Ivers');
    await userEvent.selectOptions(main().getByLabelText('State'), 'All states');
    await userEvent.selectOptions(main().getByLabelText('Role'), 'Account Owner');
    await shows('Olivia Hartmann');
    await userEvent.type(main().getByRole('searchbox', { name: 'Search by name or email' }), 'sam');
    expect(await screen.findByText('Nobody matches')).toBeVisible();
    expect(router.state.location.search).toBe('?role=owner&search=sam');
    await userEvent.click(screen.getByRole('button', { name: 'Reset the filter' }));
    await shows('Olivia Hartmann', 'Sam Whitfield', 'Nina Ivers');
    expect(main().getByRole('searchbox')).toHaveValue('');
  });

  test('loads more people with the button under the list', async () => {
    const [owner] = server().accounts.people;
    if (owner) server().accounts.people.splice(3, 0, { ...owner, id: uuid(60), firstname: 'Zoe' });
    showApp('/team-members');
    await shows('Olivia Hartmann', 'Sam Whitfield', 'Nina Ivers');
    expect(main().getByText('The first 3 people')).toBeVisible();
    await userEvent.click(main().getByRole('button', { name: 'Load more' }));
    await shows('Olivia Hartmann', 'Sam Whitfield', 'Nina Ivers', 'Zoe Hartmann');
    expect(main().getByText('4 people')).toBeVisible();
    expect(main().queryByRole('button', { name: 'Load more' })).not.toBeInTheDocument();
  });

  test('that cannot be read says why and can be asked for again', async () => {
    server().intercept = ({ path }) => (path.endsWith('/people') ? refused(500, 'internal', 'Try later.') : undefined);
    showApp('/team-members');
    expect(await screen.findByText('Try later.')).toBeVisible();
    server().intercept = () => undefined;
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await shows('Olivia Hartmann', 'Sam Whitfield', 'Nina Ivers');
  });

  test('gets a new member without a password, who is invited (SH-176)', async () => {
    showApp('/team-members');
    const dialog = await openDialog('Add team member');
    await add(dialog);
    expect(dialog.getAllByText('Required!')).toHaveLength(3);
    expect(dialog.getByLabelText(/^First name/)).toHaveFocus();
    expect(added()).toEqual([]);
    await fill(dialog);
    await enter(dialog.getByLabelText('Job title'), 'Buyer');
    await userEvent.click(dialog.getByRole('switch', { name: 'May approve proofs' }));
    await add(dialog);
    expect(await screen.findByText('An invitation is on its way to ann@acme.test.')).toBeVisible();
    expect(added()).toEqual([
      {
        firstname: 'Ann',
        lastname: 'Lee',
        emailAddress: 'ann@acme.test',
        jobTitle: 'Buyer',
        role: 'staff',
        isApprover: true,
      },
    ]);
    expect(screen.queryByRole('dialog', { name: 'Add team member' })).not.toBeInTheDocument();
    await userEvent.click(await main().findByRole('button', { name: 'Load more' }));
    await shows('Olivia Hartmann', 'Sam Whitfield', 'Nina Ivers', 'Ann Lee');
  });

  test('gets a new member with a password of 6 to 20 characters', async () => {
    showApp('/team-members');
    const dialog = await openDialog('Add team member');
    await fill(dialog);
    await userEvent.click(dialog.getByRole('radio', { name: 'Set a password' }));
    await enter(dialog.getByLabelText('Password'), 'short');
    await add(dialog);
    expect(dialog.getByText('Not Valid')).toBeVisible();
    expect(added()).toEqual([]);
    await enter(dialog.getByLabelText('Password'), '-er');
    await add(dialog);
    await waitFor(() => expect(added()).toMatchObject([{ password: 'short-er' }]));
  });

  test('shows a generated password once, and a slip does not close it (SH-336)', async () => {
    showApp('/team-members');
    const dialog = await openDialog('Add team member');
    await fill(dialog);
    await userEvent.click(dialog.getByRole('radio', { name: 'Generate a password' }));
    await add(dialog);
    const shown = within(await screen.findByRole('dialog', { name: 'Generated password' }));
    expect(added()).toMatchObject([{ generatePassword: true }]);
    expect(shown.getByRole('status')).toHaveTextContent('it is not shown again');
    expect(shown.getByLabelText('Password')).toHaveValue('aB3dEf6hIj9kLm2nOp5q');
    expect(shown.getByRole('button', { name: 'Copy the password' })).toBeVisible();
    await userEvent.keyboard('{Escape}');
    expect(screen.getByLabelText('Password')).toBeVisible();
    await userEvent.click(shown.getByRole('button', { name: 'Done' }));
    await waitFor(() => expect(screen.queryByDisplayValue('aB3dEf6hIj9kLm2nOp5q')).not.toBeInTheDocument());
  });

  test('keeps what was typed when the server refuses, and says why in the dialog', async () => {
    showApp('/team-members');
    const dialog = await openDialog('Add team member');
    await fill(dialog, 'sam@acme.test');
    await add(dialog);
    expect(await dialog.findByText('Somebody with this e-mail address has an account already.')).toBeVisible();
    expect(dialog.getByLabelText(/^First name/)).toHaveValue('Ann');
  });
});

describe('the form of a new person', () => {
  const typed = { ...emptyFields('staff'), firstname: ' Ann ', lastname: 'Lee', email: 'ann@acme.test' };

  test('needs no password, also where one can be typed (SH-176)', () => {
    const fields = { ...typed, wayIn: 'password' as const };
    expect(Object.values(fieldErrors(fields)).filter(Boolean)).toEqual([]); // SH-176
    expect(personOf({}, fields)).not.toHaveProperty('password');
    expect(fieldErrors({ ...fields, password: 'x'.repeat(21) })).toMatchObject({ password: 'Not Valid' });
  });

  test('sends whether somebody may approve only for team members', () => {
    expect(personOf({}, { ...typed, isApprover: true })).toMatchObject({ firstname: 'Ann', isApprover: true });
    expect(personOf({}, { ...typed, isApprover: true, role: 'owner' })).not.toHaveProperty('isApprover');
  });
});

describe('the people of everybody', () => {
  const server = fakeServer('admin');
  beforeEach(() => storeSession('admin'));

  test('show the admin the account of each person', async () => {
    showApp('/people');
    await shows('Olivia Hartmann', 'Sam Whitfield', 'Nina Ivers');
    await userEvent.click(main().getByRole('button', { name: 'Load more' }));
    await waitFor(() => expect(names()).toContain(people.priya.name));
    const cells = (name: string) =>
      within(main().getByRole('row', { name: new RegExp(name) }))
        .getAllByRole('cell')
        .map(({ textContent }) => textContent);
    expect(cells('Priya Raman')[0]).toBe('Northlight Studio');
    expect(cells('Sam Whitfield')[0]).toBe('Acme Foods');
  });

  test('take new people of the provider, in one of its roles', async () => {
    showApp('/people');
    const dialog = await openDialog('Add person');
    await fill(dialog, 'ann@northlight.test');
    await userEvent.click(dialog.getByRole('combobox', { name: 'Role' }));
    const list = within(await screen.findByRole('listbox', { name: 'Role' }));
    expect(list.getAllByRole('option').map(({ textContent }) => textContent)).toEqual([
      'Operator',
      'Manager',
      'Creative Manager',
      'Production Manager',
      'CSO',
      'Admin',
    ]);
    await userEvent.click(list.getByRole('option', { name: 'Manager' }));
    expect(dialog.queryByRole('switch')).not.toBeInTheDocument();
    await add(dialog);
    await waitFor(() => {
      const sent = server().requests.find(({ method, path }) => method === 'POST' && path.endsWith('/people'));
      expect(JSON.parse(sent?.body ?? '{}')).toEqual({
        firstname: 'Ann',
        lastname: 'Lee',
        emailAddress: 'ann@northlight.test',
        role: 'manager',
      });
    });
  });

  test('are in the sidebar of the admin, beside clients, customers and the catalogue', async () => {
    showApp('/people');
    const nav = within(await screen.findByRole('navigation', { name: 'Main' }));
    await userEvent.click(nav.getByRole('button', { name: 'Service' }));
    for (const [name, path] of [
      ['People', '/people'],
      ['Clients', '/clients'],
      ['Customers', '/customers'],
      ['Catalogue', '/catalogue'],
    ] as const) {
      expect(nav.getByRole('link', { name })).toHaveAttribute('href', path);
    }
  });
});

describe.each<Role>(['staff', 'manager'])('the role %s', (role) => {
  fakeServer(role);
  beforeEach(() => storeSession(role));

  test.each(['/team-members', '/team-members/1', '/people', '/clients', '/clients/1', '/customers', '/customer/new'])(
    'manages nobody, so %s leads to the home page',
    async (path) => {
      const { router } = showApp(path);
      await waitFor(() => expect(router.state.location.pathname).toBe('/'));
    },
  );
});
