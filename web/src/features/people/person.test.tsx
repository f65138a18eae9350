import { notifications } from '@mantine/notifications';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { people, uuid } from '../../../tests/fake/data';
import { ok, refused } from '../../../tests/fake/server';
import { fakeServer, showApp, SilentSocket, storeSession } from '../../../tests/render';
import { workInWords } from './person';

beforeEach(() => vi.stubGlobal('WebSocket', SilentSocket));
afterEach(() => notifications.clean());

const open = async (id: string, name: string) => {
  const app = showApp(`/team-members/${id}`);
  await screen.findByRole('heading', { name });
  return app;
};
const button = (name: string | RegExp) => screen.getByRole('button', { name });
const dialogOf = async (name: string) => within(await screen.findByRole('dialog', { name }));

describe('a person, for the owner of the account', () => {
  const server = fakeServer('owner');
  beforeEach(() => storeSession('owner'));
  const changes = () =>
    server()
      .requests.filter(({ method, path }) => method === 'PUT' && path.includes('/people/'))
      .map(({ body }) => JSON.parse(body) as unknown);

  test('opens from the list (SH-068)', async () => {
    const { router } = showApp('/team-members');
    await userEvent.click(await screen.findByRole('link', { name: 'Sam Whitfield' }));
    expect(await screen.findByRole('heading', { name: 'Sam Whitfield' })).toBeVisible();
    expect(router.state.location.pathname).toBe(`/team-members/${people.sam.id}`); // SH-068
    expect(screen.getByRole('link', { name: 'sam@acme.test' })).toBeVisible();
    expect(screen.getByText(/not verified/)).toBeVisible();
    expect(screen.getByRole('link', { name: 'Team Members' })).toHaveAttribute('href', '/team-members');
  });

  test('gets another role at once', async () => {
    await open(people.sam.id, 'Sam Whitfield');
    await userEvent.click(screen.getByRole('combobox', { name: 'Role' }));
    await userEvent.click(await screen.findByRole('option', { name: 'Account Owner' }));
    expect(await screen.findByText('Sam Whitfield has the role Account Owner now.')).toBeVisible();
    expect(changes()).toEqual([{ role: 'owner' }]);
  });

  test('may approve once the switch is on', async () => {
    await open(people.sam.id, 'Sam Whitfield');
    const toggle = () => screen.getByRole('switch', { name: 'May approve proofs' });
    expect(toggle()).not.toBeChecked();
    await userEvent.click(toggle());
    await waitFor(() => expect(changes()).toEqual([{ isApprover: true }]));
    await waitFor(() => expect(toggle()).toBeChecked());
  });

  test('keeps their role when the server refuses', async () => {
    server().intercept = ({ method }) =>
      method === 'PUT' ? refused(409, 'people.role', 'This role is not possible.') : undefined;
    await open(people.sam.id, 'Sam Whitfield');
    await userEvent.click(screen.getByRole('switch', { name: 'May approve proofs' }));
    expect(await screen.findByText('This role is not possible.')).toBeVisible();
    await waitFor(() => expect(screen.getByRole('switch', { name: 'May approve proofs' })).not.toBeChecked());
  });

  test('who is the caller cannot be changed', async () => {
    await open(people.olivia.id, 'Olivia Hartmann');
    expect(screen.getByRole('note')).toHaveTextContent(
      'You cannot change your own role. Ask somebody else with the same role.',
    );
    expect(screen.getByRole('combobox', { name: 'Role' })).toBeDisabled();
    expect(button('Deactivate')).toBeDisabled();
    expect(button('Remove')).toBeDisabled();
  });

  test('is deactivated after a question, and can be reactivated', async () => {
    await open(people.sam.id, 'Sam Whitfield');
    await userEvent.click(button('Deactivate'));
    const dialog = await dialogOf('Deactivate Sam Whitfield?');
    expect(dialog.queryByText(/unfinished/)).not.toBeInTheDocument();
    await userEvent.click(dialog.getByRole('button', { name: 'Deactivate' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Reactivate' }));
    expect(await screen.findByRole('button', { name: 'Deactivate' })).toBeVisible();
    expect(changes()).toEqual([{ active: false }, { active: true }]);
  });

  test('who is invited can get the invitation again', async () => {
    await open(uuid(6), 'Nina Ivers');
    expect(screen.queryByRole('button', { name: 'Deactivate' })).not.toBeInTheDocument();
    await userEvent.click(button('Resend'));
    expect(await screen.findByText('A new invitation is on its way to nina@acme.test.')).toBeVisible();
    expect(server().requests.some(({ path }) => path.endsWith(`/people/${uuid(6)}/invitation`))).toBe(true);
  });

  // D-284
  test('without mail, the link of an invitation is for the admins of the design service', async () => {
    server().own.profile.mailOff = true;
    await open(uuid(6), 'Nina Ivers');
    expect(screen.getByText(/mail stays on the server. Ask the design service for the link./)).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Copy link' })).not.toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Resend' })).not.toBeInTheDocument();
  });

  // D-284
  test('without mail, an admin copies the link of an invitation', async () => {
    const profile = server().own.profile;
    profile.mailOff = true;
    profile.abilities['manage-clients'] = ['read', 'create', 'update', 'delete'];
    await open(uuid(6), 'Nina Ivers');
    const user = userEvent.setup(); // with a clipboard
    await user.click(await screen.findByRole('button', { name: 'Copy link' }));
    const link = 'https://desk.test/invitation#token=new';
    expect(await screen.findByRole('textbox', { name: 'Link for Nina Ivers' })).toHaveValue(link);
    expect(await screen.findByText('The link is copied.')).toBeVisible();
    expect(await navigator.clipboard.readText()).toBe(link);
  });

  test('is removed for good after a question that names them', async () => {
    const { router } = await open(people.sam.id, 'Sam Whitfield');
    await userEvent.click(button('Remove'));
    const dialog = await dialogOf('Remove Sam Whitfield?');
    expect(dialog.getByText(/Sam Whitfield is removed for good/)).toBeVisible();
    await userEvent.click(dialog.getByRole('button', { name: 'Remove for good' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/team-members'));
    expect(await screen.findByText('Sam Whitfield is removed.')).toBeVisible();
    await waitFor(() => expect(screen.queryByRole('link', { name: 'Sam Whitfield' })).not.toBeInTheDocument());
  });

  test('who does not exist gives the reason and a way back', async () => {
    showApp(`/team-members/${uuid(99)}`);
    expect(await screen.findByText('This does not exist or you may not see it.')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Team Members' })).toBeVisible();
  });
});

describe('a person, for the admin', () => {
  const server = fakeServer('admin');
  const omar = { id: uuid(8), name: 'Omar Diaz', avatar: '' };
  beforeEach(() => {
    storeSession('admin');
    server().intercept = ({ path }) => {
      if (path.endsWith('/filters/operators')) return ok([people.priya, omar]);
      return path.endsWith('/filters/managers') ? ok([people.dana]) : undefined;
    };
  });
  const moves = () =>
    server()
      .requests.filter(({ path }) => /\/people\/.*\/work$/.test(path))
      .map(({ body }) => JSON.parse(body) as unknown);

  async function handOver(within: { getByRole: typeof screen.getByRole }, label: string, to: string, count: string) {
    await userEvent.click(within.getByRole('combobox', { name: label }));
    await userEvent.click(await screen.findByRole('option', { name: to }));
    await userEvent.click(within.getByRole('button', { name: `Hand over ${count}` }));
    expect(await screen.findByText(`The orders are handed over to ${to}.`)).toBeVisible();
  }

  test('who is the last leader of an account cannot be removed or get another role', async () => {
    await open(people.olivia.id, 'Olivia Hartmann');
    expect(screen.getByRole('note')).toHaveTextContent(
      'Olivia Hartmann is the last Account Owner of Acme Foods. Give somebody else this role first.',
    );
    expect(screen.getByRole('combobox', { name: 'Role' })).toBeDisabled();
    expect(button('Deactivate')).toBeDisabled();
    expect(button('Remove')).toBeDisabled();
  });

  test('is told of every new order once the switch is on (D-78)', async () => {
    await open(people.dana.id, 'Dana Okafor');
    const toggle = () => screen.getByRole('switch', { name: 'Tell them of every new order' });
    expect(toggle()).not.toBeChecked();
    await userEvent.click(toggle());
    expect(await screen.findByText('Dana Okafor is told of every new order now.')).toBeVisible();
    const told = server().requests.filter(({ path }) => path.endsWith(`/people/${people.dana.id}/new-orders`));
    expect(told.map(({ body }) => JSON.parse(body) as unknown)).toEqual([{ orders: 'all' }]);
    await waitFor(() => expect(toggle()).toBeChecked());
  });

  test('who cannot be told of every new order has no such switch', async () => {
    await open(people.priya.id, 'Priya Raman');
    expect(screen.queryByRole('switch', { name: 'Tell them of every new order' })).not.toBeInTheDocument();
  });

  test('hands unfinished orders over until none is left', async () => {
    await open(people.priya.id, 'Priya Raman');
    expect(screen.getByText('Priya Raman works on 3 unfinished orders and manages 1.')).toBeVisible();
    await userEvent.click(button('Hand over 3 orders'));
    expect(screen.getByText('Required!')).toBeVisible();
    expect(moves()).toEqual([]);
    await handOver(screen, "Who works on Priya Raman's orders", 'Omar Diaz', '3 orders');
    // The server hands over two orders at a time.
    expect(moves()).toEqual([
      { as: 'operator', to: omar.id },
      { as: 'operator', to: omar.id },
    ]);
    expect(await screen.findByText('Priya Raman manages 1 unfinished order.')).toBeVisible();
  });

  test('is offered a handover before they are deactivated', async () => {
    await open(people.priya.id, 'Priya Raman');
    await userEvent.click(button('Deactivate'));
    const dialog = await dialogOf('Deactivate Priya Raman?');
    expect(dialog.getByRole('note')).toHaveTextContent('Hand this work over first');
    expect(dialog.getByRole('button', { name: 'Deactivate without handing over' })).toBeVisible();
    await handOver(dialog, "Who works on Priya Raman's orders", 'Omar Diaz', '3 orders');
    await waitFor(() => expect(dialog.queryByText('Hand over 3 orders')).not.toBeInTheDocument());
    await handOver(dialog, "Who manages Priya Raman's orders", 'Dana Okafor', '1 order');
    await userEvent.click(await dialog.findByRole('button', { name: 'Deactivate' }));
    expect(await screen.findByRole('button', { name: 'Reactivate' })).toBeVisible();
  });

  test('says when orders could not be handed over', async () => {
    const before = server().intercept;
    server().intercept = (request) =>
      /\/people\/.*\/work$/.test(request.path)
        ? { json: { success: true, message: '', data: { moved: 0, left: 3 } } }
        : before(request);
    await open(people.priya.id, 'Priya Raman');
    await userEvent.click(screen.getByRole('combobox', { name: "Who works on Priya Raman's orders" }));
    await userEvent.click(await screen.findByRole('option', { name: 'Omar Diaz' }));
    await userEvent.click(button('Hand over 3 orders'));
    expect(await screen.findByText('3 orders could not be handed over. Try again in a minute.')).toBeVisible();
    expect(moves()).toHaveLength(1);
  });
});

test.each([
  [3, 1, 'works on 3 unfinished orders and manages 1'],
  [1, 0, 'works on 1 unfinished order'],
  [0, 2, 'manages 2 unfinished orders'],
  [0, 0, 'has no unfinished orders'],
])('somebody with %i and %i orders %s', (operates, manages, words) => {
  expect(workInWords({ operates, manages })).toBe(words);
});
