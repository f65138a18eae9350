import { put } from './api';
import { expect, test } from './people';

test.use({ viewport: { width: 1440, height: 900 } });

test('an account that pays by the hour confirms an estimate, and gets an invoice for what was worked (D-57, BD-406, SH-215)', async ({
  as,
}) => {
  test.setTimeout(90_000);
  const [owner, designer] = [await as('owner@poppy.test'), await as('operator@northlight.test')];
  await owner.goto('/payg');
  await expect(owner.getByText('€72.00 an hour')).toBeVisible();
  await owner.getByRole('button', { name: 'Create new order' }).click(); // BD-410
  await owner.getByLabel('Order name').fill('Wreath label');
  await owner.getByRole('combobox', { name: 'Service', exact: true }).click();
  await owner.getByRole('option', { name: 'Business card' }).click();
  await owner.getByRole('button', { name: 'Create Order' }).click();

  // Two hours for 72 euros, with a quarter of tax.
  const asked = owner.getByRole('dialog', { name: 'Confirm the estimate' });
  await expect(asked).toContainText('2 hrs at €72.00 an hour');
  await expect(asked).toContainText('€180.00');
  await asked.getByRole('button', { name: 'Confirm and place the order' }).click();
  await expect(owner).toHaveURL(/\/orders\/detail\//);
  const id = owner.url().split('/').at(-1) ?? '';
  await expect(owner.getByText('Pay as you go')).toBeVisible();

  await put(designer, `/order/${id}/move-progress`, 'card', { moveto: 'in-progress', via: 'status' });
  await put(designer, `/order/${id}/working-time`, 'card', { action: 'play' });
  await owner.goto('/payg');
  const row = owner.getByRole('row').filter({ hasText: 'Wreath label' });
  await expect(row).toContainText('In Progress');
  const began = Date.now();
  await expect.poll(() => Date.now() - began, 'a whole second is worked').toBeGreaterThan(1200);
  await put(designer, `/order/${id}/working-time`, 'card', { action: 'pause' });
  await expect(row).toContainText('15 minutes');

  await put(owner, `/order/${id}/action`, 'card', { action: 'cancelled' });
  await expect(row).toContainText('Cancelled');
  await owner.goto('/billing/invoices');
  await owner.getByRole('row').filter({ hasText: '€22.50' }).getByRole('link').first().click();
  const line = owner.getByRole('row').filter({ hasText: '15 minutes' });
  await expect(line).toContainText('€72.00 an hour');
  await expect(line).toContainText('€18.00');
  await line.getByRole('link').click();
  await expect(owner.getByRole('heading', { name: 'Wreath label' })).toBeVisible();
});
