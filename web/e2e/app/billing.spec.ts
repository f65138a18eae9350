import { acme } from '../../tests/fake/accounts';
import { makeInvoice } from '../../tests/fake/bills';
import { refused } from '../../tests/fake/server';
import { lookAt, wideAndNarrow, wideAndPhone } from '../looks';
import { expect, test } from './fixtures';

const pathOf = (n: number) => `/billing/invoices/${makeInvoice(n).id}`;

test('an owner finds their payments, an invoice and its document: axe finds no violation (BY-032)', async ({
  page,
  server,
}) => {
  server.own.profile = { ...server.own.profile, isSubscriber: true };
  await page.goto('/');
  await page.getByRole('button', { name: /^User menu/ }).click();
  await page.getByRole('link', { name: 'Manage Payment/Invoices' }).click(); // SH-187
  await expect(page).toHaveURL(/\/billing\/payments$/); // SH-072
  await expect(page.getByText('Refused: The card has expired.')).toBeVisible();
  await lookAt(page, 'billing-payments', wideAndPhone);

  await page.getByRole('link', { name: 'Invoices', exact: true }).press('Enter');
  await expect(page).toHaveURL(/\/billing\/invoices$/); // SH-074
  // The whole row leads to the invoice.
  await page.getByRole('cell', { name: 'Past due' }).click();
  await expect(page).toHaveURL(pathOf(4)); // SH-075
  await expect(page.getByText('Give the number PB-2026-000004 as the reference of the transfer.')).toBeVisible();
  await lookAt(page, 'billing-invoice', wideAndPhone);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download PDF' }).click();
  expect((await download).suggestedFilename()).toBe('PB-2026-000004.pdf');

  await page.goto(pathOf(1).replace(/.{12}$/, '000000000001'));
  await expect(page.getByText('This does not exist or you may not see it.')).toBeVisible();
  await page.goto(pathOf(1));
  await page.getByRole('link', { name: '30 Oct 2026' }).click();
  await expect(page.getByRole('heading', { name: 'Refund of 30 Oct 2026' })).toBeVisible(); // SH-073
  await lookAt(page, 'billing-payment', wideAndPhone);
});

test.describe('the admin', () => {
  test.use({ role: 'admin' });

  test('marks an overdue invoice as paid with the keyboard, and gives it back: axe finds no violation (BY-032)', async ({
    page,
    server,
  }) => {
    await page.goto('/invoices');
    const overdue = page.getByRole('link', { name: 'Overdue' });
    await overdue.focus();
    await page.keyboard.press('Enter');
    await expect(page.getByText('1 invoice', { exact: true })).toBeVisible();
    await expect(overdue).toHaveAttribute('aria-current', 'page');
    await page.getByRole('link', { name: 'All', exact: true }).click();
    await expect(page.getByText('5 invoices')).toBeVisible();
    await lookAt(page, 'billing-sold', wideAndPhone);

    await page.getByRole('button', { name: 'Mark as paid: PB-2026-000004' }).press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Mark PB-2026-000004 as paid' });
    const day = dialog.getByRole('textbox', { name: 'Day of the payment' });
    await expect(day).toBeFocused();
    await lookAt(page, 'billing-pay', wideAndPhone);
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type('1 Jan 2199');
    await page.keyboard.press('Enter');
    await expect(dialog.getByRole('alert').filter({ hasText: /or earlier\.$/ })).toBeVisible();
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type('12 Nov 2026');
    await page.keyboard.press('Escape'); // The form asks before it loses what was typed.
    await expect(page.getByRole('dialog', { name: 'Close without saving?' })).toBeVisible();
    await page.getByRole('button', { name: 'Stay' }).press('Enter');
    await day.press('Enter');
    await expect(page.getByText('The invoice is marked as paid')).toBeVisible();
    await expect(dialog).toHaveCount(0);
    expect(server.billing.invoices[1]).toMatchObject({ state: 'paid', paidOn: '2026-11-12' });

    await page.getByRole('link', { name: 'PB-2026-000004' }).click();
    await page.getByRole('button', { name: 'Give back' }).click();
    await page.getByRole('textbox', { name: 'Reason' }).fill('The month was never used.');
    await lookAt(page, 'billing-give-back', wideAndPhone);
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(page.getByText('PB-C-2026-000002', { exact: true })).toBeVisible();
    await page.getByRole('link', { name: 'Acme Foods' }).click();
    await page.getByRole('region', { name: 'Membership' }).getByRole('link', { name: 'See invoices' }).click();
    await expect(page.getByRole('heading', { name: 'Payments and invoices of Acme Foods' })).toBeVisible();
    await expect(page).toHaveURL(`/billing/invoices?customerId=${acme}`);
  });

  test('edits plans, the terms of invoices and the price list of packs: axe finds no violation (BY-032)', async ({
    page,
    server,
  }) => {
    await page.goto('/plans');
    await expect(page.getByText('3 plans on offer')).toBeVisible();
    await lookAt(page, 'billing-plans', wideAndPhone);

    await page.getByRole('button', { name: 'Edit Starter' }).click();
    const dialog = page.getByRole('dialog', { name: 'Edit Starter' });
    await expect(dialog.getByRole('textbox', { name: 'Name' })).toBeFocused();
    await expect(dialog.getByText(/Subscriptions keep theirs until their next cycle/)).toBeVisible();
    const field = (name: string) => dialog.getByRole('textbox', { name });
    const wrong: [string, string][] = [
      ['Name', ' '],
      ['Price', '12,50'],
      ['Hours in a cycle', '100000.01'],
      ['Storage', '-1'],
      ['Active orders at a time', '1e3'],
      ['Free trial in days', '366'],
    ];
    for (const [name, text] of wrong) await field(name).fill(text);
    await dialog.getByRole('radio', { name: 'Only these' }).check();
    await dialog.getByRole('button', { name: 'Save plan' }).click();
    await expect(dialog.getByRole('alert').filter({ hasText: /\w/ })).toHaveCount(wrong.length + 1);
    await expect(field('Name')).toBeFocused();
    await lookAt(page, 'billing-plan-errors', wideAndPhone);

    const right = ['Starter XL', '59.9', '0.1', '1.5', '7', '0'];
    for (const [i, [name]] of wrong.entries()) await field(name).fill(right[i] ?? '');
    await dialog.getByRole('radio', { name: 'All of the catalogue' }).check();
    await dialog.getByRole('combobox', { name: 'Currency' }).fill('kwd');
    await page.getByRole('option', { name: /^KWD/ }).click();
    server.intercept = ({ method }) =>
      method === 'PUT' ? refused(400, 'plan.price_invalid', 'A free plan has no price.') : undefined;
    await dialog.getByRole('button', { name: 'Save plan' }).click();
    await expect(dialog.getByText('A free plan has no price.')).toBeVisible();
    server.intercept = () => undefined;
    await dialog.getByRole('button', { name: 'Save plan' }).click();
    await expect(page.getByText(/^The plan is changed/)).toBeVisible();
    expect(server.billing.plans[1]?.offer).toMatchObject({
      name: 'Starter XL',
      price: 59_900, // a dinar has three digits
      currency: 'KWD',
      hours: 360,
      activeOrders: 7,
      storage: 1.5 * 1024 ** 3,
      trialDays: 0,
    });

    const terms = page.getByRole('form', { name: 'Terms of invoices' });
    await terms.getByRole('textbox', { name: 'Tax rate in percent' }).fill('7.7');
    await page.getByRole('link', { name: 'Invoices' }).click();
    await page.getByRole('button', { name: 'Stay' }).click(); // The form is not saved yet.
    await terms.getByRole('button', { name: 'Save terms' }).click();
    await expect(page.getByText('The terms are saved')).toBeVisible();
    expect(server.billing.terms).toMatchObject({ taxRate: 7700, paymentDays: 14 });

    const panel = page.getByRole('region', { name: 'Extra resources' });
    await panel.getByRole('button', { name: 'Edit 5 orders' }).press('Enter');
    const pack = page.getByRole('dialog', { name: 'Edit 5 orders' });
    await pack.getByRole('textbox', { name: 'Price' }).fill('0');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Stay' }).press('Enter');
    await pack.getByRole('button', { name: 'Save pack' }).click();
    await expect(pack.getByText('Enter more than 0.')).toBeVisible();
    await lookAt(page, 'pack-form', wideAndNarrow);
    await pack.getByRole('textbox', { name: 'Price' }).fill('27.5');
    await pack.getByRole('button', { name: 'Save pack' }).click();
    await expect(panel.getByText('$27.50')).toBeVisible();
    expect(server.cart.packs).toHaveLength(4);
    await panel.scrollIntoViewIfNeeded();
    await lookAt(page, 'packs', wideAndNarrow);
  });
});
