import { notifications } from '@mantine/notifications';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { enter } from '../../../tests/enter';
import { makeReseller, uuid } from '../../../tests/fake/data';
import { refused } from '../../../tests/fake/server';
import { fakeServer, showApp, SilentSocket, storeSession } from '../../../tests/render';
const main = () => within(screen.getByRole('main'));

beforeEach(() => vi.stubGlobal('WebSocket', SilentSocket));
afterEach(() => {
  vi.unstubAllGlobals();
  notifications.clean();
});

describe('the plans of the direct customers', () => {
  const server = fakeServer('admin');
  beforeEach(() => storeSession('admin'));
  const sent = () =>
    server()
      .requests.filter(({ method, path }) => method !== 'GET' && !path.includes('/profile'))
      .map(({ method, path, body }) => [method, path.replace('/api/d', ''), body && (JSON.parse(body) as unknown)]);
  const dialog = async (name: string) => within(await screen.findByRole('dialog', { name }));

  test('show what they offer, and which are retired', async () => {
    showApp('/plans');
    await screen.findByText('3 plans on offer');
    // The price list of packs comes below, when it has loaded.
    const [plans = document.body] = main().getAllByRole('table');
    const rows = within(plans)
      .getAllByRole('row')
      .slice(1)
      .map((row) => [...row.children].slice(0, 7).map(({ textContent }) => textContent));
    const unlimited = '∞unlimited'; // Screen readers read only the word.
    expect(rows).toEqual([
      ['FreeEdition 1 · All services', 'Free, €60.00 an hour', 'By the hour', '3', '1', '1.0 GB', '14 days'],
      ['StarterEdition 3 · All services', '€49.00 a month', '40 hrs', unlimited, '4', '10 GB', '14 days'],
      ['StudioEdition 1 · All services', '€149.00 a month', unlimited, unlimited, unlimited, unlimited, 'None'],
      ['IntroRetiredEdition 2 · 1 service', '€9.90 a month', '40 hrs', unlimited, '4', '10 GB', '14 days'],
    ]);
    expect(server().requests.some(({ path }) => path.endsWith('/sellers/customer/plans'))).toBe(true);
  });

  test('a change makes an edition, and what was typed is not lost by Escape', async () => {
    showApp('/plans');
    await userEvent.click(await screen.findByRole('button', { name: 'Edit Starter' }));
    const form = await dialog('Edit Starter');
    expect(form.getByRole('note')).toHaveTextContent(
      'This makes edition 4. Subscriptions keep theirs until their next cycle.',
    );
    const price = form.getByRole('textbox', { name: 'Price' });
    await userEvent.clear(price);
    await enter(price, '59.999');
    await userEvent.keyboard('{Escape}');
    const question = await dialog('Close without saving?');
    await userEvent.click(question.getByRole('button', { name: 'Stay' }));
    await userEvent.click(form.getByRole('button', { name: 'Save plan' }));
    expect(form.getByText('Enter a number with at most 2 digits after the point.')).toBeVisible();
    expect(price).toHaveFocus();
    expect(sent()).toEqual([]);
    await userEvent.type(price, '{Backspace}');
    await userEvent.click(form.getByRole('checkbox', { name: 'Hours in a cycle: unlimited' }));
    await userEvent.click(form.getByRole('button', { name: 'Save plan' }));
    expect(await screen.findByText(/^The plan is changed/)).toBeVisible();
    expect(sent()).toEqual([
      ['PUT', `/plans/${uuid(901)}`, { ...server().billing.plans[1]?.offer, price: 5999, hours: -1, payg: false }],
    ]);
    expect(await screen.findByText('€59.99 a month')).toBeVisible();
  });

  test('a new plan has every field, also a currency that was typed', async () => {
    showApp('/plans');
    await userEvent.click(await screen.findByRole('button', { name: 'New plan' }));
    const form = await dialog('New plan');
    await userEvent.click(form.getByRole('button', { name: 'Create plan' }));
    expect(form.getAllByText('Required!')).toHaveLength(4);
    const type = (name: string, text: string) => enter(form.getByRole('textbox', { name }), text);
    await type('Name', 'Pilot');
    await type('Hours in a cycle', '7.5');
    await type('Active orders at a time', '2');
    await type('Storage', '512');
    await userEvent.click(form.getByRole('combobox', { name: 'Unit of the storage' }));
    await userEvent.click(await screen.findByRole('option', { name: 'MB' }));
    const currency = form.getByRole('combobox', { name: 'Currency' });
    await userEvent.clear(currency);
    await userEvent.type(currency, 'brl');
    await userEvent.click(await screen.findByRole('option', { name: /^BRL/ }));
    await userEvent.click(form.getByRole('checkbox', { name: 'Pay as you go' }));
    await type('Price of an hour', '60.5');
    await userEvent.click(form.getByRole('radio', { name: 'Only these' }));
    await userEvent.click(await form.findByRole('combobox', { name: 'Services' }));
    await userEvent.click(await screen.findByRole('option', { name: 'Web banner' }));
    await userEvent.click(form.getByRole('button', { name: 'Create plan' }));
    await waitFor(() => expect(sent()).toHaveLength(1));
    expect(sent()[0]).toEqual([
      'POST',
      '/sellers/customer/plans',
      {
        name: 'Pilot',
        price: 0,
        currency: 'BRL',
        term: 'month',
        hours: 27_000,
        orders: -1,
        activeOrders: 2,
        storage: 512 * 1024 ** 2,
        trialDays: 0,
        payg: true,
        hourPrice: 6050,
        services: [uuid(302)],
      },
    ]);
    expect(await screen.findByText('4 plans on offer')).toBeVisible();
  });

  test('a plan is retired after a question, and offered again', async () => {
    showApp('/plans');
    await userEvent.click(await screen.findByRole('button', { name: 'Retire Studio' }));
    const question = await dialog('Retire Studio?');
    expect(question.getByText(/Subscriptions to it go on/)).toBeVisible();
    await userEvent.click(question.getByRole('button', { name: 'Retire' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Offer again: Studio' }));
    expect(await screen.findByText('The plan is offered again')).toBeVisible();
    expect(sent().map(([method, path]) => [method, path])).toEqual([
      ['DELETE', `/plans/${uuid(902)}`],
      ['PUT', `/plans/${uuid(902)}/offer`],
    ]);
  });

  test('the terms are checked and saved, and a refusal leaves them as they were typed', async () => {
    showApp('/plans');
    const form = within(await screen.findByRole('form', { name: 'Terms of invoices' }));
    const tax = form.getByRole('textbox', { name: 'Tax rate in percent' });
    await userEvent.clear(tax);
    await enter(tax, '101');
    await userEvent.click(form.getByRole('button', { name: 'Save terms' }));
    expect(form.getByText('At most 100%.')).toBeVisible();
    await userEvent.clear(tax);
    await enter(tax, '8.875');
    await enter(form.getByRole('textbox', { name: 'Prefix of numbers' }), 'nl');
    expect(form.getByText(/Orders are called NL-7, invoices NL-2026-000007/)).toBeVisible(); // D-87
    server().intercept = ({ method }) => (method === 'PUT' ? refused(403, 'x', 'You may not do this.') : undefined);
    await userEvent.click(form.getByRole('button', { name: 'Save terms' }));
    expect(await form.findByText('You may not do this.')).toBeVisible();
    expect(tax).toHaveValue('8.875');
    server().intercept = () => undefined;
    await userEvent.click(form.getByRole('button', { name: 'Save terms' }));
    expect(await screen.findByText('The terms are saved')).toBeVisible();
    expect(server().billing.terms).toMatchObject({ taxRate: 8875, paymentDays: 14, numberPrefix: 'NL' });
  });

  test('the invoices of all accounts are found by state and number, and paid from their row', async () => {
    const { router } = showApp('/invoices');
    await userEvent.click(await screen.findByRole('link', { name: 'Overdue' }));
    expect(await screen.findByText('1 invoice')).toBeVisible();
    expect(router.state.location.search).toBe('?state=past-due');
    expect(main().getByText(/days overdue$/)).toBeVisible();
    expect(main().getByRole('link', { name: 'Acme Foods' })).toHaveAttribute('href', `/customer/${uuid(320)}`);
    await userEvent.click(main().getByRole('button', { name: 'Mark as paid: PB-2026-000004' }));
    const form = await dialog('Mark PB-2026-000004 as paid');
    await userEvent.click(form.getByRole('button', { name: 'Mark as paid' }));
    expect(await screen.findByText('No invoice matches')).toBeVisible();
    await userEvent.click(main().getByRole('button', { name: 'Show all invoices' }));
    expect(await screen.findByText('5 invoices')).toBeVisible();
    await userEvent.type(main().getByRole('searchbox', { name: 'Search by number' }), 'PB-2026-000002');
    expect(await screen.findByText('1 invoice')).toBeVisible();
    expect(server().requests.at(-1)?.query.get('number')).toBe('PB-2026-000002');
  });

  test('an admin chooses another seller', async () => {
    const { router } = showApp('/plans');
    await userEvent.click(await screen.findByRole('combobox', { name: 'Seller' }));
    expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual([
      'Direct customers',
      'Brightside Agency',
    ]);
    await userEvent.click(screen.getByRole('option', { name: 'Brightside Agency' }));
    await waitFor(() => expect(router.state.location.search).toBe('?clientId=brightside'));
    await waitFor(() =>
      expect(server().requests.some(({ path }) => path.endsWith('/sellers/brightside/plans'))).toBe(true),
    );
  });
});

describe('the plans of a reseller', () => {
  const server = fakeServer('owner');
  beforeEach(() => {
    storeSession('owner');
    window.localStorage.setItem('clientId', 'brightside');
    server().own.profile = makeReseller();
  });

  test('are those of their own client', async () => {
    showApp('/plans');
    await screen.findByText('3 plans on offer');
    expect(server().requests.some(({ path }) => path.endsWith('/sellers/brightside/plans'))).toBe(true);
    expect(main().queryByRole('combobox', { name: 'Seller' })).not.toBeInTheDocument();
  });

  test('their owner has no account that pays, and comes to the invoices of the customers', async () => {
    server().billing.sells = true;
    const { router } = showApp('/billing/payments');
    expect(await screen.findByText('5 invoices')).toBeVisible();
    expect(router.state.location.pathname).toBe('/invoices');
    expect(main().getAllByRole('button', { name: /^Mark as paid/ })).toHaveLength(2); // D-49
    expect(server().requests.some(({ path }) => path.endsWith('/sellers/brightside/invoices'))).toBe(true);
  });

  test('view-only owners do not sell', async () => {
    server().own.profile = { ...makeReseller(), viewOnly: true };
    const { router } = showApp('/plans');
    await waitFor(() => expect(router.state.location.pathname).toBe('/'));
  });
});
