import { readOrder } from './api';
import { card, column, drag, expect, firstCard, test } from './people';

test('an owner drags in progress -> in review -> approved, and back into in review (BD-055, BD-056, BD-058)', async ({
  as,
}) => {
  const owner = await as('owner@acme.test');
  const id = await firstCard(owner, 'in-progress');
  for (const to of ['in-review', 'approved', 'in-review']) {
    const answered = owner.waitForResponse(/move-progress/);
    await drag(owner, id, to);
    await expect(column(owner, to).locator(`[data-card="${id}"]`)).toBeVisible();
    await answered; // The card shows in its new place before the server receives the move.
    await owner.reload();
    await expect(column(owner, to).locator(`[data-card="${id}"]`)).toBeVisible();
  }
});

test('an operator sees why a new order cannot be dropped anywhere (BD-060, BY-035)', async ({ as }) => {
  const operator = await as('operator@northlight.test');
  const id = await firstCard(operator, 'new-order');
  await drag(operator, id, 'in-review');
  await expect(card(operator, id)).toContainText('Nobody can move an order from Ready To Go to In Review.');
  await expect(column(operator, 'new-order').locator(`[data-card="${id}"]`)).toBeVisible();
});

test('two browsers see each other move cards (D-35, BY-034)', async ({ as }) => {
  const [owner, manager] = [await as('owner@acme.test'), await as('manager@northlight.test')];
  const id = await firstCard(owner, 'in-review');
  await expect(manager.getByText('Live', { exact: true })).toBeVisible();
  await drag(owner, id, 'approved');
  await expect(column(manager, 'approved').locator(`[data-card="${id}"]`)).toBeVisible();
  await drag(manager, id, 'in-review');
  await expect(column(owner, 'in-review').locator(`[data-card="${id}"]`)).toBeVisible();
});

test('a manager takes back a move with Undo', async ({ as }) => {
  const manager = await as('manager@northlight.test');
  const id = await firstCard(manager, 'in-review');
  await drag(manager, id, 'in-progress');
  await manager.getByRole('button', { name: 'Undo' }).click();
  await expect(column(manager, 'in-review').locator(`[data-card="${id}"]`)).toBeVisible();
});

test('an operator holds an order with a reason and resumes it (D-05, BD-458)', async ({ as }) => {
  const operator = await as('operator@northlight.test');
  const id = await firstCard(operator, 'in-progress');
  await card(operator, id).focus();
  await operator.keyboard.press('m');
  await operator.getByRole('menuitem', { name: 'Hold Order' }).click();
  await operator.getByRole('dialog').getByRole('textbox').fill('The dieline is missing');
  await operator.getByRole('button', { name: 'Continue' }).click();
  await expect(column(operator, 'on-hold').locator(`[data-card="${id}"]`)).toContainText('The dieline is missing');
  await expect(operator.getByRole('dialog')).toHaveCount(0);
  await expect(card(operator, id)).toBeFocused(); // The focus follows the card.
  await operator.keyboard.press('m');
  await operator.getByRole('menuitem', { name: 'Resume Order' }).click();
  await expect(column(operator, 'in-progress').locator(`[data-card="${id}"]`)).toBeVisible();
});

test("a reseller gets the customer list with 'Create New Customer' in place of the board (D-25, BD-046, BD-109)", async ({
  as,
}) => {
  const reseller = await as('owner@brightside.test');
  await expect(reseller.getByRole('heading', { name: 'Customers' })).toBeVisible();
  await expect(reseller.getByText('Lumen Skincare')).toBeVisible();
  await expect(reseller.getByRole('link', { name: 'Board View' })).toHaveCount(0);
  await expect(reseller.getByRole('button', { name: 'Create New Order' })).toHaveCount(0);
  await reseller.getByRole('button', { name: 'Create New Customer' }).click();
  await expect(reseller.getByRole('heading', { name: 'Create New Customer' })).toBeVisible();
});

test('the server validates each of several cards moved together, and its refusals are listed with their reasons (BY-038)', async ({
  as,
}) => {
  const manager = await as('manager@northlight.test');
  const moved = await firstCard(manager, 'in-review');
  const refused = await firstCard(manager, 'cancelled');
  for (const id of [moved, refused]) {
    await card(manager, id).focus();
    await manager.keyboard.press('x');
  }
  const bar = manager.getByRole('region', { name: 'Selected cards' });
  await expect(bar).toContainText('2 selected');
  await bar.getByRole('button', { name: 'Move to…' }).click();
  await manager.getByRole('menuitem', { name: 'Approved' }).click();
  const dialog = manager.getByRole('dialog', { name: 'Move: 1 order was refused' });
  await expect(dialog.getByRole('listitem')).toContainText(/from Cancelled to Approved|Cancelled/);
  await dialog.getByRole('button', { name: 'OK' }).click();
  // The test asks the API, because the card may be far down its column.
  expect((await readOrder(manager, moved)).status).toBe('approved');
  await expect(column(manager, 'in-review').locator(`[data-card="${moved}"]`)).toHaveCount(0);
  await expect(column(manager, 'cancelled').locator(`[data-card="${refused}"]`)).toBeVisible();
});
