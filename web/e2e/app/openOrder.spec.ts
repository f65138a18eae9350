import { card, column, drag, first, inStatus, moves } from './boardPage';
import { expect, test } from './fixtures';

test.use({ viewport: { width: 2200, height: 1000 } });

test.beforeEach(async ({ page }) => {
  await page.goto('/');
  await expect(column(page, 'in-progress').locator('[data-card]').first()).toBeVisible();
});

test('clicking anywhere on a card opens its order', async ({ page, server }) => {
  const order = first(server, 'in-progress');
  // The empty area beside the creator's name.
  await card(page, order.id).click({ position: { x: 150, y: 160 } });
  await expect(page).toHaveURL(`/orders/detail/${order.id}`);
});

test('dragging a card, selecting it or using its menu does not open the order', async ({ page, server }) => {
  const [moved, picked] = inStatus(server, 'in-progress');
  if (!moved || !picked) throw new Error('two orders are needed');
  await drag(page, card(page, moved.id), column(page, 'in-review'));
  await expect.poll(() => moves(server)).toHaveLength(1);
  await expect(page).toHaveURL('/');

  await card(page, picked.id).click({ position: { x: 150, y: 160 }, modifiers: ['ControlOrMeta'] });
  await expect(card(page, picked.id)).toHaveAttribute('data-selected', 'true');
  await expect(page).toHaveURL('/');

  await card(page, picked.id)
    .getByRole('button', { name: /^Menu|^Actions/ })
    .click();
  const menu = page.getByRole('menu');
  await expect(menu).toBeVisible();
  await menu.click({ position: { x: 2, y: 2 } }); // The edge of the menu, where it has no item.
  await expect(page).toHaveURL('/');
});

test('the order page shows the data of the card while the order is loading', async ({ page, server, live }) => {
  const order = first(server, 'in-progress');
  const answer = live.hold(({ path }) => path.endsWith(`/order/${order.id}`));
  await card(page, order.id).click({ position: { x: 150, y: 160 } });
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(new RegExp(order.orderName));
  const frame = page.getByRole('status', { name: 'Loading the order' });
  await expect(frame.getByText(order.serviceName)).toBeVisible();
  await expect(page.getByRole('link', { name: 'History' })).toBeVisible();
  answer();
  await expect(frame).toBeHidden();
  await expect(page.getByRole('heading', { name: 'Timeline' })).toBeVisible();
});
