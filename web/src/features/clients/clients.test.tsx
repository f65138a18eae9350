import { notifications } from '@mantine/notifications';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { enter } from '../../../tests/enter';
import { fakeServer, showApp, SilentSocket, storeSession } from '../../../tests/render';
import { shortName, shortNameError } from './kinds';
const server = fakeServer('admin');

beforeEach(() => {
  storeSession('admin');
  vi.stubGlobal('WebSocket', SilentSocket);
});
afterEach(() => notifications.clean());

const sent = (method: string, path: string) =>
  server()
    .requests.filter((request) => request.method === method && request.path.endsWith(path))
    .map(({ body }) => JSON.parse(body) as unknown);

describe('the clients', () => {
  test('are listed with their kind and how many customers and people they have', async () => {
    showApp('/clients');
    const items = within(await screen.findByRole('list', { name: 'Clients' })).getAllByRole('listitem');
    expect(items.map(({ textContent }) => textContent)).toEqual([
      'Northlight StudioProvider3 people',
      'Northlight StudioDirect customers2 customers',
      'Brightside AgencyReseller1 customer · 2 people',
    ]);
  });

  test('get a reseller, whose short name follows from its name until one is typed', async () => {
    const { router } = showApp('/clients');
    await userEvent.click(await screen.findByRole('button', { name: 'Create reseller' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Create reseller' }));
    await userEvent.click(dialog.getByRole('button', { name: 'Create reseller' }));
    expect(dialog.getAllByText('Required!')).toHaveLength(5);
    await enter(dialog.getByLabelText(/^Company name/), 'Brightside');
    expect(dialog.getByLabelText(/^Short name/)).toHaveValue('brightside');
    await enter(dialog.getByLabelText(/^First name/), 'Bea');
    await enter(dialog.getByLabelText(/^Last name/), 'Moss');
    await enter(dialog.getByLabelText(/^Email Address/), 'bea@brightside.test');
    await userEvent.click(dialog.getByRole('button', { name: 'Create reseller' }));
    expect(await dialog.findByText('There is a client with this short name already.')).toBeVisible();
    await enter(dialog.getByLabelText(/^Short name/), '-2');
    await enter(dialog.getByLabelText(/^Company name/), ' East');
    expect(dialog.getByLabelText(/^Short name/)).toHaveValue('brightside-2');
    await userEvent.click(dialog.getByRole('button', { name: 'Create reseller' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/clients/brightside-2'));
    expect(sent('POST', '/clients').at(-1)).toEqual({
      id: 'brightside-2',
      name: 'Brightside East',
      owner: { firstname: 'Bea', lastname: 'Moss', emailAddress: 'bea@brightside.test' },
    });
    expect(await screen.findByRole('heading', { name: 'Brightside East' })).toBeVisible();
  });
});

describe('a client', () => {
  test('of direct customers has a company and customers', async () => {
    showApp('/clients/customer');
    expect(await screen.findByRole('heading', { name: 'Northlight Studio' })).toBeVisible();
    const customers = within(screen.getByRole('region', { name: 'Customers' }));
    expect(await customers.findByRole('link', { name: 'Acme Foods' })).toHaveAttribute(
      'href',
      expect.stringContaining('/customer/'),
    );
    expect(customers.getByText(/^Deletion on/)).toBeVisible();
    expect(customers.getByRole('link', { name: 'Create customer' })).toHaveAttribute(
      'href',
      '/customer/new?clientId=customer',
    );
    expect(screen.queryByRole('region', { name: 'People' })).not.toBeInTheDocument();
  });

  test('has people of its own, and new ones are added to it', async () => {
    showApp('/clients/brightside');
    const panel = within(await screen.findByRole('region', { name: 'People' }));
    expect(await panel.findByText('Nobody is here yet')).toBeVisible();
    await userEvent.click(panel.getByRole('button', { name: 'Add person' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Add person' }));
    await enter(dialog.getByLabelText(/^First name/), 'Bea');
    await enter(dialog.getByLabelText(/^Last name/), 'Moss');
    await enter(dialog.getByLabelText(/^Email Address/), 'bea@brightside.test');
    await userEvent.click(dialog.getByRole('button', { name: 'Add' }));
    await waitFor(() => expect(sent('POST', '/people')).toMatchObject([{ clientId: 'brightside', role: 'staff' }]));
  });

  test('gets a new name and country', async () => {
    showApp('/clients/brightside');
    const form = within(await screen.findByRole('form', { name: 'Company' }));
    await userEvent.clear(form.getByLabelText(/^Company name/));
    await userEvent.click(form.getByRole('button', { name: 'Save company' }));
    expect(form.getByText('Required!')).toBeVisible();
    await enter(form.getByLabelText(/^Company name/), 'Brightside Ltd');
    await userEvent.type(form.getByRole('combobox', { name: 'Country' }), 'Portu');
    await userEvent.click(await screen.findByRole('option', { name: 'Portugal' }));
    await userEvent.click(form.getByRole('button', { name: 'Save company' }));
    expect(await screen.findByText('The company is saved.')).toBeVisible();
    expect(sent('PUT', '/clients/brightside')).toEqual([
      { name: 'Brightside Ltd', address: '', country: 'PT', contact: '' },
    ]);
    expect(await screen.findByRole('heading', { name: 'Brightside Ltd' })).toBeVisible();
  });

  test('asks before it is left with changes, and not once they are sent', async () => {
    const { router } = showApp('/clients/brightside');
    const form = within(await screen.findByRole('form', { name: 'Company' }));
    await enter(form.getByLabelText(/^Company name/), ' Ltd');
    await userEvent.click(screen.getByRole('link', { name: 'Orders' }));
    const question = within(await screen.findByRole('dialog', { name: 'Leave without saving?' }));
    await userEvent.click(question.getByRole('button', { name: 'Stay' }));
    expect(router.state.location.pathname).toBe('/clients/brightside');
    await userEvent.click(form.getByRole('button', { name: 'Save company' }));
    await userEvent.click(screen.getByRole('link', { name: 'Orders' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/order-list'));
  });
});

test.each([
  ['Brightside Agency', 'brightside-agency'],
  ['Kaffeerösterei Blum & Söhne', 'kaffeerosterei-blum-sohne'],
  ['  -- ', ''],
])('the short name of %s is %s', (name, short) => {
  expect(shortName(name)).toBe(short);
});

test('a short name has small letters, digits and dashes', () => {
  expect(shortNameError('brightside-2')).toBeUndefined();
  expect(shortNameError('')).toBe('Required!');
  for (const wrong of ['b', 'Bright', 'bright side', 'x'.repeat(41)]) {
    expect(shortNameError(wrong)).toBe('Use 2 to 40 small letters, digits and dashes.');
  }
});
