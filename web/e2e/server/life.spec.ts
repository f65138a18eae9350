import { writeFileSync } from 'node:fs';
import type { Locator, Page } from '@playwright/test';
import { ordersIn } from './api';
import { expect, test } from './people';

test.use({ viewport: { width: 1440, height: 1000 } });

/** The smallest possible PNG. */
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

const button = (of: Page | Locator, name: string) => of.getByRole('button', { name, exact: true });

async function choose(page: Page, click: Locator, file: string): Promise<void> {
  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), click.click()]);
  await chooser.setFiles(file);
}

test('a customer places an order with a file and follows it until it is completed, while the provider’s staff work on it (BD-001, BD-003, BD-034, SH-146, D-05)', async ({
  as,
}, info) => {
  const [owner, operator] = [await as('owner@acme.test'), await as('operator@northlight.test')];
  const supplied = info.outputPath('logo.png');
  const designed = info.outputPath('design.png');
  for (const file of [supplied, designed]) writeFileSync(file, png);

  // The customer writes a draft, which saves itself, attaches a file and creates the order.
  await button(owner, 'Create New Order').click();
  await owner.getByRole('combobox', { name: 'Service category' }).click();
  await owner.getByRole('option', { name: 'Packaging' }).click();
  await owner.getByRole('combobox', { name: 'Service', exact: true }).click();
  await owner.getByRole('option', { name: 'Product label' }).click();
  await owner.getByLabel('Order name').fill('Plum jam label');
  await owner.getByRole('textbox', { name: 'Brief' }).fill('Plums, and a ribbon.');
  await owner.getByLabel('References').fill('https://example.com/brand');
  await choose(owner, button(owner, 'Add file'), supplied);
  await expect(owner.getByRole('heading', { name: 'Supplied files (1)' })).toBeVisible();
  await expect(owner.getByText('Saved as a draft', { exact: true })).toBeVisible();
  await owner.reload(); // A reload loses nothing.
  await expect(owner.getByLabel('Order name')).toHaveValue('Plum jam label');
  await button(owner, 'Create Order').click();
  await expect(owner).toHaveURL(/\/orders\/detail\//);
  await expect(owner.getByText('https://example.com/brand')).toBeVisible();
  const path = new URL(owner.url()).pathname;

  // The operator starts work, plays the timer and attaches a proof. Sending it to review pauses the
  // timer.
  await operator.goto(path);
  // The order can leave the queue by itself in between, and then the move is refused.
  await expect(async () => {
    await operator.getByRole('button', { name: /^Status:/ }).click({ timeout: 5_000 });
    await operator.getByRole('menuitem', { name: 'In Progress' }).click({ timeout: 5_000 });
    await expect(button(operator, 'Play')).toBeVisible({ timeout: 5_000 });
  }).toPass({ timeout: 60_000 });
  await button(operator, 'Play').click();
  const timer = operator.getByRole('group', { name: 'Your working time' });
  await expect(timer).toBeVisible();
  await expect(owner.getByText('Tomás Rivera is working on it now.')).toBeVisible();
  await choose(operator, button(operator, 'Add proof'), designed);
  await expect(operator.getByRole('heading', { name: 'Proofs for review (1)' })).toBeVisible();
  // The customer does not see the proof before the review.
  await expect(owner.getByRole('link', { name: /^design\.png/ })).toHaveCount(0);
  await button(operator, 'Send to review').click();
  await expect(timer).toHaveCount(0);
  await expect(operator.getByText('the order moved on')).toBeVisible();

  // The customer sees the proof arrive and approves it.
  await owner.getByRole('link', { name: /design\.png/ }).click();
  await button(owner, 'Order Approved').click();
  await owner.getByRole('dialog', { name: 'Order Approved' }).getByRole('button', { name: 'Order Approved' }).click();
  await owner.getByRole('link', { name: 'Close' }).click();
  await expect(owner.getByRole('heading', { name: 'Plum jam label' })).toContainText('Approved');

  // The operator completes the order, and the customer downloads the files.
  await operator.getByRole('button', { name: /^Status: Approved/ }).click();
  await operator.getByRole('menuitem', { name: 'Completed' }).click();
  await expect(owner.getByRole('heading', { name: 'Plum jam label' })).toContainText('Completed');
  await button(owner, 'Working time').click();
  await expect(owner.getByText('started the working time')).toBeVisible();
});

test('an operator’s day: one timer moves with the operator from order to order (SH-099)', async ({ as }) => {
  const operator = await as('operator@northlight.test');
  const orders = (await ordersIn(operator, 'in-progress'))
    .filter(({ can }) => can.play)
    .slice(0, 2)
    .map(({ id }) => `/orders/detail/${id}`);
  expect(orders).toHaveLength(2);
  const timer = operator.getByRole('group', { name: 'Your working time' });
  for (const path of orders) {
    await operator.goto(path);
    await button(operator, 'Play').click();
    await expect(timer.getByRole('link')).toHaveAttribute('href', path);
  }
  await operator.goto(orders[0] ?? '');
  await expect(operator.getByText('went on with another order')).toBeVisible();
  await expect(button(operator, 'Play')).toBeVisible();
  await button(operator, 'Pause the working time').click();
  await expect(timer).toHaveCount(0);
});
