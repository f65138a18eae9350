import type { Page } from '@playwright/test';
import { makeInvoice } from '../../tests/fake/bills';
import { lookAt, wideAndPhone } from '../looks';
import { expect, test, visit } from './fixtures';

/** What the script of the payment provider does for these tests: one text field in place of its frame. */
const script = `window.Stripe = () => ({
  elements: ({ appearance }) => ({
    create: () => {
      const field = document.createElement('input');
      const on = {};
      return {
        on: (event, run) => { on[event] = run; },
        mount: (host) => {
          field.setAttribute('aria-label', 'Card number');
          field.dataset.theme = appearance.theme;
          field.style.minHeight = '40px';
          host.append(field);
          setTimeout(() => on.ready());
        },
        focus: () => field.focus(),
        destroy: () => field.remove(),
      };
    },
    update: () => {},
  }),
  confirmSetup: async () => ({ setupIntent: { id: 'seti_1881', status: 'succeeded' } }),
  confirmPayment: async () => ({ error: { type: 'card_error', message: 'Your card was declined.' } }),
});`;

const serveScript = (page: Page) =>
  page.route('https://js.stripe.com/**', (route) =>
    route.fulfill({ contentType: 'text/javascript', headers: { 'access-control-allow-origin': '*' }, body: script }),
  );

test('an owner adds a card and pays an invoice with the keyboard: axe finds no violation (BY-032)', async ({
  page,
  server,
}) => {
  server.payment.takeCards();
  let asked = 0;
  page.on('request', (request) => {
    if (request.url().startsWith('https://js.stripe.com/')) asked += 1;
  });
  await page.goto('/billing/payment-methods');
  await expect(page.getByRole('heading', { name: 'Payment Methods', level: 1 })).toBeVisible(); // BD-104
  await expect(page.getByText('Mastercard •••• 4444')).toBeVisible();
  await lookAt(page, 'payment-methods', wideAndPhone);
  const blocked = page.getByRole('button', { name: 'Delete: Visa •••• 4242' });
  await blocked.focus();
  const why = 'An active payment method has to be deactivated before it can be deleted.';
  await expect(page.getByRole('tooltip')).toHaveText(why); // BD-024

  await page.route('https://js.stripe.com/**', (route) => route.abort());
  expect(asked).toBe(0);
  await page.getByRole('button', { name: 'Add payment method' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Add payment method' });
  await expect(dialog.getByText(/could not be loaded\. Check your connection/)).toBeVisible();
  await lookAt(page, 'payment-not-loaded', wideAndPhone);
  await serveScript(page);
  await dialog.getByRole('button', { name: 'Try again' }).press('Enter');
  await expect(dialog.getByRole('textbox', { name: 'Card number' })).toBeFocused();
  await lookAt(page, 'payment-add', wideAndPhone);
  await dialog.getByRole('button', { name: 'Add card' }).press('Enter');
  await expect(page.getByText('American Express •••• 1881')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Add payment method' })).toBeFocused();

  await visit(page, `/billing/invoices/${makeInvoice(4).id}`);
  await page.getByRole('button', { name: 'Pay by card' }).press('Enter');
  const paying = page.getByRole('dialog', { name: 'Pay PB-2026-000004 by card' });
  server.payment.ends = { state: 'refused' };
  await expect(paying.getByRole('button', { name: 'Pay with Visa •••• 4242' })).toBeEnabled();
  await paying.getByRole('button', { name: 'Pay with Visa •••• 4242' }).press('Enter');
  await expect(paying.getByText('Your card was declined.')).toBeVisible();
  await paying.getByRole('button', { name: 'Use another card' }).press('Enter');
  await expect(paying.getByRole('textbox', { name: 'Card number' })).toBeFocused();
  await lookAt(page, 'payment-pay', wideAndPhone);
  server.payment.ends = { state: 'paid' };
  await paying.getByRole('button', { name: 'Pay €148.16' }).press('Enter');
  await expect(page.getByText('The invoice is paid')).toBeVisible();
  await expect(page.getByText('Card · Paid')).toBeVisible();
  await expect(paying).toHaveCount(0);
});

test('an owner is told that a card is missing, and where invoices are paid without cards (BD-120)', async ({
  page,
  server,
}) => {
  server.payment.way = 'stripe';
  server.own.profile = { ...server.own.profile, isPaymentComplete: false };
  await page.goto('/orders/new');
  const dialog = page.getByRole('dialog', { name: 'Payment Method Required' }); // BD-120
  await expect(dialog).toBeVisible();
  await lookAt(page, 'payment-required', wideAndPhone);
  await dialog.getByRole('link', { name: 'Payment Methods' }).press('Enter');
  await expect(page).toHaveURL(/\/billing\/payment-methods$/); // BD-120
  await expect(page.getByText('No payment methods yet')).toBeVisible();
  await lookAt(page, 'payment-none', wideAndPhone);
  server.payment.way = 'manual';
  await page.reload();
  await expect(page.getByText(/Invoices are paid by bank transfer/)).toBeVisible();
  await lookAt(page, 'payment-transfer', wideAndPhone);
});
