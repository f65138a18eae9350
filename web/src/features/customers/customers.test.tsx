import { notifications } from '@mantine/notifications';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { enter } from '../../../tests/enter';
import { acme } from '../../../tests/fake/accounts';
import { makeProfile, uuid } from '../../../tests/fake/data';
import { refused } from '../../../tests/fake/server';
import { fakeServer, showApp, SilentSocket, storeSession } from '../../../tests/render';
import { toBytes, toGB } from './terms';

beforeEach(() => vi.stubGlobal('WebSocket', SilentSocket));
afterEach(() => notifications.clean());

const main = () => within(screen.getByRole('main'));

async function fillOwner() {
  await enter(main().getByLabelText(/^First name/), 'Ann');
  await enter(main().getByLabelText(/^Last name/), 'Lee');
  await enter(main().getByLabelText(/^Email Address/), 'ann@corner.test');
}
const owner = { firstname: 'Ann', lastname: 'Lee', emailAddress: 'ann@corner.test' };
const create = () => userEvent.click(main().getByRole('button', { name: 'Create Customer' }));

describe('the customers of a reseller', () => {
  const server = fakeServer();
  beforeEach(() => {
    storeSession('owner');
    server().intercept = ({ path }) =>
      path.endsWith('/profile')
        ? { json: { success: true, message: '', data: { ...makeProfile('owner'), isClientType: true } } }
        : undefined;
  });
  const created = () =>
    server()
      .requests.filter(({ method, path }) => method === 'POST' && path.endsWith('/customers'))
      .map(({ body }) => JSON.parse(body) as unknown);

  test('a reseller creates an order for one of their customers', async () => {
    const { router } = showApp('/');
    await userEvent.click(await screen.findByRole('link', { name: 'Create an order for Acme Foods' }));
    await waitFor(() => expect(main().getByRole('combobox', { name: /^Customer/ })).toHaveValue('Acme Foods'));
    await enter(main().getByRole('textbox', { name: /^Order name/ }), 'Label');
    await waitFor(() => expect(router.state.location.search).toContain('draft='));
    const sent = server().requests.find(({ method, path }) => method === 'POST' && path.endsWith('/order'));
    expect(JSON.parse(sent?.body ?? '{}')).toMatchObject({ orderName: 'Label', customerId: uuid(320) });
  });

  test('the key C opens the order form for a reseller, who selects the customer there', async () => {
    const { router } = showApp('/');
    await screen.findByRole('link', { name: 'Create an order for Acme Foods' });
    await userEvent.keyboard('c');
    await waitFor(() => expect(router.state.location.pathname).toBe('/orders/new'));
    expect(await screen.findByRole('combobox', { name: /^Customer/ })).toHaveValue('');
  });

  test('each customer of the list has a page of its own (SH-086)', async () => {
    const { router } = showApp('/');
    await userEvent.click(await screen.findByRole('link', { name: 'Open Acme Foods' }));
    expect(await screen.findByRole('heading', { name: 'Acme Foods' })).toBeVisible();
    expect(router.state.location.pathname).toBe(`/customer/${acme}`); // SH-086
    expect(main().getByRole('link', { name: 'See orders' })).toHaveAttribute('href', `/order-list?customerId=${acme}`);
    expect(main().getByRole('link', { name: 'Customers' })).toHaveAttribute('href', '/');
  });

  test('/customer/new creates one with its owner and opens its page (SH-085)', async () => {
    const { router } = showApp('/customer/new');
    expect(await screen.findByRole('heading', { name: 'Create New Customer' })).toBeVisible();
    expect(main().queryByRole('combobox', { name: 'Client' })).not.toBeInTheDocument();
    await create();
    expect(main().getAllByText('Required!')).toHaveLength(4);
    expect(main().getByLabelText(/^Company name/)).toHaveFocus();
    expect(created()).toEqual([]);
    await enter(main().getByLabelText(/^Company name/), 'Corner Café');
    await userEvent.click(main().getByRole('combobox', { name: 'Package' }));
    await userEvent.click(await screen.findByRole('option', { name: 'Starter' }));
    await userEvent.click(main().getByRole('switch', { name: 'Pay as you go' }));
    await fillOwner();
    await create();
    await waitFor(() => expect(router.state.location.pathname).toBe(`/customer/${uuid(332)}`)); // SH-085
    expect(created()).toEqual([{ name: 'Corner Café', packageId: uuid(501), isPayg: true, owner }]);
    expect(
      await screen.findByText('The customer is created. An invitation is on its way to ann@corner.test.'),
    ).toBeVisible();
    expect(await screen.findByRole('heading', { name: 'Corner Café' })).toBeVisible();
  });

  test('a refusal shows in the form, which keeps what was typed', async () => {
    const before = server().intercept;
    server().intercept = (request) =>
      request.method === 'POST' && request.path.endsWith('/customers')
        ? refused(409, 'customers.name_taken', 'You have a customer of this name already.')
        : before(request);
    showApp('/customer/new');
    await enter(await screen.findByLabelText(/^Company name/), 'Acme Foods');
    await fillOwner();
    await create();
    expect(await screen.findByText('You have a customer of this name already.')).toBeVisible();
    expect(main().getByLabelText(/^Company name/)).toHaveValue('Acme Foods');
  });
});

describe('the customers of the admin', () => {
  const server = fakeServer('admin');
  beforeEach(() => storeSession('admin'));
  const puts = () =>
    server()
      .requests.filter(({ method, path }) => method === 'PUT' && path.includes('/customers/'))
      .map(({ body }) => JSON.parse(body) as unknown);

  test('have their plan and what they used of it on their page', async () => {
    showApp(`/customer/${acme}`);
    const panel = within(await screen.findByRole('region', { name: 'Membership' }));
    expect(await panel.findByText('Starter')).toBeVisible();
    const facts = panel.getAllByRole('term').map((term) => [term.textContent, term.nextElementSibling?.textContent]);
    expect(facts).toEqual([
      ['Plan', 'Starter · €49.00 a month'],
      ['State', 'ActiveDowngrade to Free on 01 Dec 2026'],
      ['Next Payment Due Date', '01 Dec 2026'],
      ['Hours', '12 hrs 30 mins of 40 hrs'],
      ['Orders', '7 of ∞unlimited'],
      ['Active orders', '2 of 4'],
      ['Storage', '3.0 GB of 10 GB'],
    ]);
    expect(panel.getByRole('link', { name: 'See invoices' })).toHaveAttribute(
      'href',
      `/billing/invoices?customerId=${acme}`,
    );
  });

  test('are listed with their clients and can be searched', async () => {
    showApp('/customers');
    const row = within(await screen.findByRole('row', { name: /Acme Foods/ }));
    expect(row.getAllByRole('cell').map(({ textContent }) => textContent)).toEqual([
      'Northlight Studio',
      'Starter',
      '2',
      '04 May 2026',
    ]);
    await userEvent.type(screen.getByRole('searchbox', { name: 'Search by name' }), 'harbor');
    await waitFor(() => expect(screen.queryByRole('row', { name: /Acme Foods/ })).not.toBeInTheDocument());
    expect(screen.getByRole('row', { name: /Harbor Deli/ })).toHaveTextContent('Deletion on 10 Dec 2026');
  });

  test('are created for a client: a reseller, or the direct customers', async () => {
    showApp('/customer/new?clientId=brightside');
    expect(await screen.findByRole('combobox', { name: 'Client' })).toHaveValue('Brightside Agency');
    await userEvent.click(main().getByRole('combobox', { name: 'Client' }));
    expect((await screen.findAllByRole('option')).map(({ textContent }) => textContent)).toEqual([
      'Northlight Studio (direct customers)',
      'Brightside Agency',
    ]);
    await userEvent.keyboard('{Escape}');
    await enter(main().getByLabelText(/^Company name/), 'Corner Café');
    await fillOwner();
    await create();
    await waitFor(() => {
      const sent = server().requests.find(({ method, path }) => method === 'POST' && path.endsWith('/customers'));
      expect(JSON.parse(sent?.body ?? '{}')).toEqual({
        clientId: 'brightside',
        name: 'Corner Café',
        isPayg: false,
        owner,
      });
    });
  });

  test('the terms of a customer are changed together', async () => {
    showApp(`/customer/${acme}`);
    const terms = within(await screen.findByRole('form', { name: 'Terms' }));
    await waitFor(() => expect(terms.getByRole('combobox', { name: 'Package' })).toHaveValue('Starter'));
    await userEvent.click(terms.getByRole('switch', { name: 'Unlimited active orders' }));
    expect(terms.queryByLabelText('Maximum active orders')).not.toBeInTheDocument();
    const storage = terms.getByLabelText('Storage in GB');
    expect(storage).toHaveValue('10');
    await userEvent.clear(storage);
    await enter(storage, '2.5');
    await userEvent.click(terms.getByRole('button', { name: 'Save terms' }));
    expect(await screen.findByText('The terms are saved.')).toBeVisible();
    expect(puts()).toEqual([
      {
        terms: {
          packageId: uuid(501),
          maximumActiveOrder: -1,
          isPayg: false,
          storage: 2.5 * 1024 ** 3,
          additionalStorage: 0,
        },
      },
    ]);
  });

  test('the company of a customer is changed by itself', async () => {
    showApp(`/customer/${acme}`);
    const company = within(await screen.findByRole('form', { name: 'Company' }));
    await enter(company.getByLabelText('Contact'), 'Olivia');
    await userEvent.click(company.getByRole('button', { name: 'Save company' }));
    expect(await screen.findByText('The company is saved.')).toBeVisible();
    expect(puts()).toEqual([{ company: { name: 'Acme Foods', address: '', country: '', contact: 'Olivia' } }]);
  });

  test('the people of a customer are listed, and new ones are added to it', async () => {
    showApp(`/customer/${acme}`);
    const panel = within(await screen.findByRole('region', { name: 'People' }));
    expect(await panel.findByRole('link', { name: 'Sam Whitfield' })).toHaveAttribute(
      'href',
      `/team-members/${uuid(2)}`,
    );
    await userEvent.click(panel.getByRole('button', { name: 'Add person' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Add person' }));
    await enter(dialog.getByLabelText(/^First name/), 'Ann');
    await enter(dialog.getByLabelText(/^Last name/), 'Lee');
    await enter(dialog.getByLabelText(/^Email Address/), 'ann@corner.test');
    await userEvent.click(dialog.getByRole('button', { name: 'Add' }));
    await waitFor(() => {
      const sent = server().requests.find(({ method, path }) => method === 'POST' && path.endsWith('/people'));
      expect(JSON.parse(sent?.body ?? '{}')).toEqual({ customerId: acme, ...owner, role: 'staff', isApprover: false });
    });
  });

  test('a customer that will be deleted says when', async () => {
    showApp(`/customer/${uuid(321)}`);
    expect(await screen.findByRole('note')).toHaveTextContent('It happens on 10 Dec 2026.');
  });
});

test('storage is in GB, and bytes that nobody changed stay exact', () => {
  expect(toGB(10 * 1024 ** 3)).toBe(10);
  expect(toGB(1_610_612_736)).toBe(1.5);
  expect(toBytes('1.5')).toBe(1_610_612_736);
  expect(toBytes('')).toBe(0);
});
