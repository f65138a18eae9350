import { notifications } from '@mantine/notifications';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { acme } from '../../../tests/fake/accounts';
import { makeInvoice } from '../../../tests/fake/bills';
import { makeProfile, uuid } from '../../../tests/fake/data';
import { refused } from '../../../tests/fake/server';
import { fakeServer, showApp, SilentSocket, storeSession } from '../../../tests/render';
const main = () => within(screen.getByRole('main'));
const pathOf = (n: number) => `/billing/invoices/${makeInvoice(n).id}`;

beforeEach(() => vi.stubGlobal('WebSocket', SilentSocket));
afterEach(() => {
  vi.unstubAllGlobals();
  notifications.clean();
});

/** Returns the texts of the rows of a table. */
function rows() {
  return main()
    .getAllByRole('row')
    .slice(1)
    .map((row) => [...row.children].map(({ textContent }) => textContent));
}

describe('the invoices of the own account', () => {
  const server = fakeServer('owner');
  beforeEach(() => storeSession('owner'));

  test('show their number, days, state and total, and lead to the invoice', async () => {
    const { router } = showApp('/billing/invoices');
    await userEvent.click(await screen.findByRole('link', { name: 'PB-2026-000004' }));
    expect(router.state.location.pathname).toBe(pathOf(4));
    expect(await screen.findByRole('heading', { name: 'PB-2026-000004', level: 1 })).toBeVisible();
    await userEvent.click(main().getByRole('link', { name: 'Invoices' }));
    await screen.findByRole('link', { name: 'PB-2026-000005' });
    expect(rows().map(([number, , , state, total]) => [number, state, total])).toEqual([
      ['PB-2026-000005', 'Open', '€148.16'],
      ['PB-2026-000004', 'Past due', '€148.16'],
      ['PB-2026-000003', 'Paid', '€148.16'],
      ['PB-2026-000002', 'Void', '€148.16'],
      ['PB-2026-000001', 'Refunded', '€148.16'],
    ]);
    expect(rows()[1]?.[2]).toMatch(/^08 Nov 2026\d+ days overdue$/);
    await userEvent.click(main().getByRole('link', { name: 'Payments' }));
    expect(router.state.location.pathname).toBe('/billing/payments');
  });

  test('show the time of work by the hour, and lead to its order', async () => {
    const [invoice] = server().billing.invoices;
    const work = {
      kind: 'work',
      name: 'Order PB-1042',
      quantity: 7,
      price: 60_00,
      amount: 105_00,
      taxRate: 20_000,
    } as const;
    if (invoice) invoice.bill.lines = [{ ...work, seconds: 6300, orderId: uuid(1000) }];
    showApp(pathOf(5));
    const link = await screen.findByRole('link', { name: 'Order PB-1042' });
    expect(link).toHaveAttribute('href', `/orders/detail/${uuid(1000)}`);
    expect(rows()[0]).toEqual(['Order PB-1042', '1 hr 45 mins', '€60.00 an hour', '€105.00']);
  });

  test('load more, say when there are none, and can be tried again after a failure', async () => {
    server().billing.invoices.push(...[6, 7, 8].map((n) => makeInvoice(n)));
    const view = showApp('/billing/invoices');
    await userEvent.click(await screen.findByRole('button', { name: 'Load more' }));
    expect(await screen.findByText('8 invoices')).toBeVisible();
    view.unmount();
    server().billing.invoices = [];
    const empty = showApp('/billing/invoices');
    expect(await screen.findByText('No invoices yet')).toBeVisible();
    empty.unmount();
    server().intercept = ({ path }) =>
      path.endsWith('/billing/invoices') ? refused(500, 'internal', 'It is broken.') : undefined;
    showApp('/billing/invoices');
    expect(await screen.findByText('It is broken.')).toBeVisible();
    server().intercept = () => undefined;
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('No invoices yet')).toBeVisible();
  });

  test('an invoice has its lines, the tax, and where to pay, and nothing to change', async () => {
    showApp(pathOf(5));
    expect(await screen.findByText('Pay by bank transfer')).toBeVisible();
    expect(rows()).toEqual([
      ['Studio01 Nov 2026 – 30 Nov 2026', '1', '€149.00', '€149.00'],
      ['Unused days of Starter16 Nov 2026 – 30 Nov 2026', '1', '-€49.00', '-€24.50'],
      ['Net', '€124.50'],
      ['Tax (19%)', '€23.66'],
      ['Total', '€148.16'],
    ]);
    expect(main().getByText(/Give the number/)).toHaveTextContent('PB-2026-000005');
    expect(main().getByText(/IBAN DE02/)).toBeVisible();
    expect(
      main()
        .getAllByRole('button')
        .map(({ textContent }) => textContent),
    ).toEqual(['Download PDF']);
  });

  test('a refunded invoice names its credit note and its payments', async () => {
    showApp(pathOf(1));
    const list = await screen.findByRole('region', { name: 'Payments' });
    expect(
      within(list)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual([
      '30 Oct 2026-€148.16Bank transfer · Given back · PB-C-2026-000001',
      '20 Oct 2026€148.16Card · Paid',
      '15 Nov 2026€148.16Card · Refused: The card has expired.',
    ]);
    expect(main().getByText('PB-C-2026-000001')).toBeVisible();
    expect(main().queryByText('Pay by bank transfer')).not.toBeInTheDocument();
    const saved: string[] = [];
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      saved.push(this.download);
    });
    URL.createObjectURL = () => 'blob:credit';
    URL.revokeObjectURL = () => {};
    await userEvent.click(main().getByRole('button', { name: 'Download credit note' }));
    await waitFor(() => expect(saved).toEqual(['PB-C-2026-000001.pdf']));
    expect(server().requests.some(({ path, query }) => path.endsWith('/pdf') && query.get('credit') === 'true')).toBe(
      true,
    );
    vi.restoreAllMocks();
  });

  test('the document is downloaded with the session, under the number of the invoice', async () => {
    const saved: string[] = [];
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      saved.push(this.download);
    });
    URL.createObjectURL = () => 'blob:invoice';
    URL.revokeObjectURL = () => {};
    showApp(pathOf(3));
    await userEvent.click(await screen.findByRole('button', { name: 'Download PDF' }));
    await waitFor(() => expect(saved).toEqual(['PB-2026-000003.pdf']));
    const asked = server().requests.find(({ path }) => path.endsWith('/pdf'));
    expect(asked?.headers.get('authorization')).toBe('Bearer secret');
    vi.restoreAllMocks();
  });

  test('an unknown invoice says so', async () => {
    showApp(`/billing/invoices/${uuid(1)}`);
    expect(await screen.findByText('This does not exist or you may not see it.')).toBeVisible();
  });

  test('payments have their way, what became of them and their amount, and lead to a page each', async () => {
    const { router } = showApp('/billing/payments');
    await screen.findByRole('link', { name: 'PB-2026-000003' });
    expect(rows()).toEqual([
      ['16 Nov 2026', 'PB-2026-000003', 'Bank transfer', 'Paid', '€148.16'],
      ['30 Oct 2026', 'PB-2026-000001', 'Bank transfer', 'Given back', '-€148.16'],
      ['20 Oct 2026', 'PB-2026-000001', 'Card', 'Paid', '€148.16'],
      ['15 Nov 2026', 'PB-2026-000001', 'Card', 'Refused: The card has expired.', '€148.16'],
    ]);
    await userEvent.click(main().getByRole('link', { name: '30 Oct 2026' }));
    expect(await screen.findByRole('heading', { name: 'Refund of 30 Oct 2026', level: 1 })).toBeVisible();
    expect(router.state.location.pathname).toBe(`/billing/payments/${uuid(983)}`);
    expect(main().getByText('PB-C-2026-000001')).toBeVisible();
    expect(main().getByRole('link', { name: 'PB-2026-000001' })).toHaveAttribute('href', pathOf(1));
  });

  test('team members have no invoices', async () => {
    storeSession('staff');
    server().own.profile = makeProfile('staff');
    const { router } = showApp(pathOf(4));
    await waitFor(() => expect(router.state.location.pathname).toBe('/'));
  });
});

describe('the invoices of an account, for those who sell to it', () => {
  const server = fakeServer('admin');
  beforeEach(() => storeSession('admin'));
  const sent = () =>
    server()
      .requests.filter(({ method }) => method === 'PUT')
      .map(({ path, body }) => [path.replace(/.*\//, ''), JSON.parse(body) as unknown]);

  test('have the name of the account in their title', async () => {
    showApp(`/billing/invoices?customerId=${acme}`);
    expect(await screen.findByRole('heading', { name: 'Payments and invoices of Acme Foods', level: 1 })).toBeVisible();
    expect(main().getByRole('link', { name: 'Payments' })).toHaveAttribute(
      'href',
      `/billing/payments?customerId=${acme}`,
    );
    const asked = server().requests.find(({ path }) => path.endsWith('/billing/invoices'));
    expect(asked?.query.get('customerId')).toBe(acme);
  });

  test('an admin without an account in the address sees those of all accounts', async () => {
    const { router } = showApp('/billing/invoices');
    await waitFor(() => expect(router.state.location.pathname).toBe('/invoices'));
  });

  test('an invoice is marked as paid, with the day and a reference', async () => {
    showApp(pathOf(4));
    await userEvent.click(await screen.findByRole('button', { name: 'Mark as paid' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Mark PB-2026-000004 as paid' }));
    expect(dialog.getByText(/€148.16 from Acme Foods/)).toBeVisible();
    const day = dialog.getByRole('textbox', { name: 'Day of the payment' });
    expect(day).not.toHaveValue('');
    await userEvent.clear(day);
    await userEvent.click(dialog.getByRole('button', { name: 'Mark as paid' }));
    expect(await dialog.findByText('Required!')).toBeVisible();
    await userEvent.type(day, '12 Nov 2026');
    await userEvent.type(dialog.getByRole('textbox', { name: 'Reference' }), ' Statement 11/12 ');
    await userEvent.click(dialog.getByRole('button', { name: 'Mark as paid' }));
    expect(await screen.findByText('The invoice is marked as paid')).toBeVisible();
    expect(sent()).toEqual([['payment', { on: '2026-11-12', reference: 'Statement 11/12' }]]);
    expect(await screen.findByRole('button', { name: 'Give back' })).toBeVisible();
    expect(main().getByText('Bank transfer · Paid · Statement 11/12')).toBeVisible();
  });

  test('the day and the reference of a payment that was noted can be corrected', async () => {
    showApp(pathOf(3));
    await userEvent.click(await screen.findByRole('button', { name: 'Correct payment' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Correct the payment of PB-2026-000003' }));
    const reference = dialog.getByRole('textbox', { name: /^Reference/ });
    await userEvent.clear(reference);
    await userEvent.type(reference, 'Transfer 8');
    await userEvent.click(dialog.getByRole('button', { name: 'Correct payment' }));
    expect(await screen.findByText('The payment is corrected')).toBeVisible();
    expect(sent()).toEqual([['correction', { on: '2026-11-16', reference: 'Transfer 8' }]]);
  });

  test('a change of plan whose invoice is voided can be taken back', async () => {
    const [invoice] = server().billing.invoices;
    if (invoice) invoice.planChange = { from: 'Small', to: 'Studio', until: '2026-12-01' };
    showApp(pathOf(5));
    await userEvent.click(await screen.findByRole('button', { name: 'Void' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Void PB-2026-000005?' }));
    expect(dialog.getByText(/from Small to Studio, which the account keeps until 30 Nov 2026/)).toBeVisible();
    await userEvent.type(dialog.getByRole('textbox', { name: /^Reason/ }), 'By mistake');
    await userEvent.click(dialog.getByRole('button', { name: 'Continue' }));
    const asked = within(await screen.findByRole('dialog', { name: 'Go back to Small?' }));
    await userEvent.click(asked.getByRole('button', { name: 'Go back to Small' }));
    expect(await screen.findByText('The invoice need not be paid')).toBeVisible();
    expect(sent()).toEqual([['void', { reason: 'By mistake', goBack: true }]]);
  });

  test('voiding says why a change of plan cannot be taken back', async () => {
    const [invoice] = server().billing.invoices;
    const stays = 'There are 15 active orders, and this plan has room for 12.';
    if (invoice) invoice.planChange = { from: 'Small', to: 'Studio', until: '2026-12-01', stays };
    showApp(pathOf(5));
    await userEvent.click(await screen.findByRole('button', { name: 'Void' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Void PB-2026-000005?' }));
    expect(dialog.getByText(new RegExp(`until 30 Nov 2026. It cannot go back now. ${stays}`))).toBeVisible();
    await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }));
  });

  test('an invoice is voided and a payment is given back, each with a reason', async () => {
    const view = showApp(pathOf(5));
    await userEvent.click(await screen.findByRole('button', { name: 'Void' }));
    let dialog = within(await screen.findByRole('dialog', { name: 'Void PB-2026-000005?' }));
    expect(dialog.getByText(/Nobody has to pay the €148.16 any more/)).toBeVisible();
    await userEvent.type(dialog.getByRole('textbox', { name: /^Reason/ }), 'Twice');
    await userEvent.click(dialog.getByRole('button', { name: 'Continue' }));
    expect(await screen.findByText('The invoice need not be paid')).toBeVisible();
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Void' })).not.toBeInTheDocument());
    view.unmount();

    showApp(pathOf(3));
    await userEvent.click(await screen.findByRole('button', { name: 'Give back' }));
    dialog = within(await screen.findByRole('dialog', { name: 'Give back what was paid for PB-2026-000003?' }));
    expect(dialog.getByText(/Send the money back by bank transfer yourself/)).toBeVisible();
    await userEvent.type(dialog.getByRole('textbox', { name: /^Reason/ }), 'Goodwill');
    await userEvent.click(dialog.getByRole('button', { name: 'Continue' }));
    expect(await screen.findByText('PB-C-2026-000002', { selector: 'dd' })).toBeVisible();
    expect(sent()).toEqual([
      ['void', { reason: 'Twice' }],
      ['credit', { reason: 'Goodwill' }],
    ]);
  });
});
