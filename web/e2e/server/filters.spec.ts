import { readFile } from 'node:fs/promises';
import type { OrdersAnswer } from '../../src/api/generated';
import { read } from './api';
import { expect, test } from './people';

test.use({ viewport: { width: 1500, height: 1000 } });

test('a manager filters, saves a preset, shares the address, and downloads the list (BY-037)', async ({ as }) => {
  const page = await as('manager@northlight.test');
  const name = `Labels ${Date.now()}`;
  await page.getByRole('button', { name: /Orders Advance Filter/ }).click();
  await page.getByRole('combobox', { name: 'Order progress' }).click();
  await page.getByRole('option', { name: 'In Progress' }).click();
  await page.keyboard.press('Escape');
  await page.getByLabel('Custom search').fill('prodcut'); // A misspelt word still finds the order.
  await expect(page).toHaveURL(/orderProgress=in-progress&customSearch=prodcut/);

  const query = { orderProgress: 'in-progress', customSearch: 'product' };
  const { data, meta } = await read<OrdersAnswer>(page, '/order', { view: 'list', limit: 100, ...query });
  const total = meta?.total ?? 0;
  expect(total).toBeGreaterThan(0);
  await expect(page.locator('[data-card]')).toHaveCount(total);

  await page.getByLabel('Preset name').fill(name);
  await page.getByLabel('Preset name').press('Enter');
  await expect(page.getByText('Preset filter has been successfully saved')).toBeVisible();
  const preset = page.getByRole('button', { name: `${name.slice(0, 20)}` }).first();
  await expect(preset).toHaveAttribute('aria-pressed', 'true');
  await preset.click(); // Choosing the preset again clears it.
  await expect(page).not.toHaveURL(/orderProgress/);
  await preset.click();
  await expect(page).toHaveURL(/orderProgress=in-progress/);

  await page.getByRole('link', { name: 'List View' }).click();
  await expect(page).toHaveURL(/\/order-list\?orderProgress=in-progress&customSearch=prodcut/);
  await expect(page.getByText(`${total} order`)).toBeVisible();
  await page.getByRole('button', { name: 'Order', exact: true }).click(); // Sorted by name.
  await expect(page).toHaveURL(/sort=name&dir=asc/);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export CSV' }).click(),
  ]);
  const lines = (await readFile(await download.path(), 'utf8')).split('\r\n').slice(0, -1);
  expect(download.suggestedFilename()).toMatch(/^orders-.*\.csv$/);
  expect(lines[0]).toBe(
    '\ufeffNumber,Order,Status,Priority,Service,Created (UTC),Due (UTC),Last change (UTC),Operator',
  );
  const names = (data.orders ?? []).map(({ orderName }) => orderName).toSorted();
  expect(lines.slice(1).map((line) => names.find((orderName) => line.includes(orderName)))).toEqual(
    names.toSorted((a, b) => (a.toLowerCase() < b.toLowerCase() ? -1 : 1)),
  );

  const other = await as('operator@northlight.test'); // The address alone contains the filter.
  await other.goto(page.url());
  await expect(other.getByText(`${total} order`)).toBeVisible();
  await other.getByRole('button', { name: /Orders Advance Filter/ }).click();
  // A preset is only visible to its owner.
  await expect(other.getByText('No presets defined')).toBeVisible();

  await page.getByRole('button', { name: `Remove ${name}` }).click();
  await page.getByRole('dialog', { name: 'Confirm' }).getByRole('button', { name: 'Yes' }).click();
  await expect(page.getByText('Filter preset deleted successfully')).toBeVisible();
});

test('a manager restores an order from the archive (D-05)', async ({ as }) => {
  const page = await as('manager@northlight.test');
  await page.goto('/archived-order');
  const row = page
    .getByRole('row')
    .filter({ has: page.getByRole('button', { name: 'Restore Order' }) })
    .first();
  const order = await row.getByRole('link').innerText();
  await row.getByRole('button', { name: 'Restore Order' }).click();
  await expect(page.getByRole('link', { name: order, exact: true })).toHaveCount(0);
});
