import { withPlan } from '../../tests/fake/membership';
import { lookAt, wideAndNarrow } from '../looks';
import { card, drag, first } from './boardPage';
import { expect, test } from './fixtures';

test('an owner pays by the hour, from the plan to the confirmed estimate: axe finds no violation (BY-032)', async ({
  page,
  server,
}) => {
  server.own.profile = { ...withPlan(server.own.profile, { type: 'free' }), isPayg: true };
  await page.goto('/membership/service');
  await page.getByRole('link', { name: 'Manage Pay as you Go' }).press('Enter'); // BD-407
  await expect(page.getByText('Deleted order')).toBeVisible();
  await lookAt(page, 'payg', wideAndNarrow);
  await page.getByRole('link', { name: 'Subscription or Pay as you Go' }).press('Enter');
  await expect(page.getByRole('region', { name: 'Subscription', exact: true })).toBeVisible();
  await lookAt(page, 'payg-switch', wideAndNarrow);
  await page.goBack();
  await page.getByRole('button', { name: 'Create new order' }).press('Enter'); // BD-410
  await expect(page.getByText(/^This order is paid by the hour\./)).toBeVisible();
  await page.getByRole('textbox', { name: 'Order name' }).fill('Plum jam');
  const create = page.getByRole('button', { name: 'Create Order' });
  await create.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Confirm the estimate' });
  const confirm = dialog.getByRole('button', { name: 'Confirm and place the order' });
  await expect(dialog.getByText('2 hrs at $60.00 an hour')).toBeVisible();
  await expect(confirm).toBeFocused();
  await lookAt(page, 'payg-estimate', wideAndNarrow);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(create).toBeFocused();
  await create.press('Enter');
  await expect(confirm).toBeEnabled();
  await confirm.press('Enter');
  await expect(page).toHaveURL(/\/orders\/detail\//);
});

test.describe('on a small board', () => {
  test.use({ orders: 5 });
  test('a card that is dropped goes back if its estimate is not confirmed', async ({ page, server }) => {
    server.own.profile = { ...withPlan(server.own.profile, { type: 'free' }), isPayg: true };
    const draft = first(server, 'draft');
    await page.goto('/');
    await drag(page, card(page, draft.id), card(page, first(server, 'queue').id));
    const dialog = page.getByRole('dialog', { name: 'Confirm the estimate' });
    await dialog.getByRole('button', { name: 'Not now' }).press('Enter');
    await expect(dialog).toBeHidden();
    await expect(card(page, draft.id)).toBeVisible();
    expect(draft.status).toBe('draft');
  });
});

test.describe('for the provider', () => {
  test.use({ role: 'manager' });
  test('a manager sees the customers who pay by the hour: axe finds no violation (BY-032)', async ({ page }) => {
    await page.goto('/payg/list');
    await expect(page.getByText('2 customers')).toBeVisible();
    await lookAt(page, 'payg-customers', wideAndNarrow);
  });
});
