import { withPlan } from '../../tests/fake/membership';
import { lookAt, wideAndNarrow } from '../looks';
import { card, drag, first } from './boardPage';
import { expect, test, visit } from './fixtures';

test.use({ orders: 5 });

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

  // A card that is dropped goes back if its estimate is not confirmed.
  const draft = first(server, 'draft');
  await visit(page, '/');
  await drag(page, card(page, draft.id), card(page, first(server, 'queue').id));
  await dialog.getByRole('button', { name: 'Not now' }).press('Enter');
  await expect(dialog).toBeHidden();
  await expect(card(page, draft.id)).toBeVisible();
  expect(draft.status).toBe('draft');
});

test.describe('for a team member', () => {
  test.use({ role: 'staff' });
  test('who may not confirm the estimate asks the owner: axe finds no violation (BY-032, D-289)', async ({
    page,
    server,
  }) => {
    server.own.profile = { ...withPlan(server.own.profile, { type: 'free' }), isPayg: true };
    await page.goto(`/orders/detail/${first(server, 'draft').id}`);
    const create = page.getByRole('button', { name: 'Create Order' });
    const dialog = page.getByRole('dialog', { name: 'The estimate is not confirmed' });
    const ask = dialog.getByRole('button', { name: 'Ask the owner' });
    await create.press('Enter');
    await expect(ask).toBeFocused();
    await lookAt(page, 'payg-ask', wideAndNarrow);
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expect(create).toBeFocused();
    await create.press('Enter');
    await ask.press('Enter');
    await expect(page.getByText('The account owner is asked to confirm the estimate')).toBeVisible(); // D-289
    await expect(create).toBeFocused();

    await create.press('Enter');
    await ask.press('Enter');
    const refusal = dialog.getByText('The account owner was asked for the estimate 1 min ago.');
    await expect(refusal).toBeVisible();
    const text = await dialog.getByText(/^This order is paid by the hour\./).boundingBox();
    const below = await refusal.boundingBox();
    expect((below?.y ?? 0) - (text?.y ?? 0) - (text?.height ?? 0)).toBeGreaterThanOrEqual(8);
    await lookAt(page, 'payg-ask-again', wideAndNarrow);
  });
});
