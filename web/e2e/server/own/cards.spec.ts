import { expect, test } from '@playwright/test';
import { withServer } from '../ownServer';
import { signIn } from '../people';
import { startStripe } from '../stripe';

test('an owner adds a card, which pays what is past due, and pays another invoice in the browser (D-59, BD-024, BD-120)', async ({
  browser,
}) => {
  test.setTimeout(180_000);
  const stripe = await startStripe();
  try {
    await withServer(['--demo', ...stripe.options], async ({ url }) => {
      const context = await browser.newContext({ baseURL: url, viewport: { width: 1440, height: 900 } });
      await stripe.enter(context);
      const page = await context.newPage();
      const errors: string[] = [];
      page.on('console', (message) => {
        if (message.type() === 'error') errors.push(message.text());
      });
      await signIn(page, 'owner@cycles.test');
      await page.goto('/membership/package');
      const modal = page.getByRole('dialog', { name: 'Payment Method Required' });
      await modal.getByRole('link', { name: 'Payment Methods' }).click();
      await expect(page).toHaveURL(/\/billing\/payment-methods$/);

      const add = async (last4: string) => {
        await page.getByRole('button', { name: 'Add payment method' }).first().click();
        const dialog = page.getByRole('dialog', { name: 'Add payment method' });
        await dialog.getByLabel('Card number').fill(last4);
        await dialog.getByRole('button', { name: 'Add card' }).click();
        await expect(dialog).toBeHidden();
      };
      await add('4242');
      const good = page.getByRole('listitem').filter({ hasText: '4242' });
      await expect(good).toContainText('Visa');
      await expect(good).toContainText('Expires 04/2031');
      await expect(good).toContainText('Default');

      // What was past due is charged to the first card.
      await page.goto('/billing/invoices');
      await expect(page.getByRole('row').filter({ hasText: 'Past due' })).toHaveCount(0);
      await expect(page.getByRole('row').filter({ hasText: 'Paid' }).first()).toBeVisible();

      // An active card cannot be deleted.
      await page.goto('/billing/payment-methods');
      await expect(good.getByRole('button', { name: /^Delete/ })).toHaveAttribute('aria-disabled', 'true');
      await good.getByRole('button', { name: /^Deactivate/ }).click();
      await page
        .getByRole('alertdialog')
        .or(page.getByRole('dialog'))
        .getByRole('button', { name: 'Deactivate' })
        .click();
      await expect(good).toContainText('Inactive');
      await good.getByRole('button', { name: /^Delete/ }).click();
      await page.getByRole('alertdialog').or(page.getByRole('dialog')).getByRole('button', { name: 'Delete' }).click();
      await expect(good).toHaveCount(0);

      // Without a card the owner pays the invoice of an upgrade on its page. The first card is refused.
      await page.goto('/membership/package');
      const studio = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'Studio 12' }) });
      await studio.getByRole('button', { name: 'Upgrade now' }).click();
      await page
        .getByRole('dialog')
        .getByRole('button', { name: /^Confirm/ })
        .click();
      await expect(page.getByRole('region', { name: 'Membership' })).toContainText('Studio 12');
      await page.goto('/billing/invoices');
      await page.getByRole('row').filter({ hasText: 'Open' }).getByRole('link').first().click();
      await page.getByRole('button', { name: 'Pay by card' }).click();
      const pay = page.getByRole('dialog');
      await pay.getByLabel('Card number').fill('0002');
      await pay.getByRole('button', { name: /^Pay/ }).click();
      await expect(pay.getByRole('alert')).toContainText('There is not enough money on the card.');
      await pay.getByLabel('Card number').fill('4242');
      await pay.getByRole('button', { name: /^Pay/ }).click();
      await expect(pay).toBeHidden();
      await expect(page.getByText('Paid', { exact: true }).first()).toBeVisible();
      expect(errors).toEqual([]);
      await context.close();
    });
  } finally {
    stripe.stop();
  }
});
