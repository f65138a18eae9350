import type { Page } from '@playwright/test';
import { canDrag, card, column, drag, first, inStatus, moves } from './boardPage';
import { expect, test } from './fixtures';

test.use({ orders: 1000, viewport: { width: 2200, height: 1000 }, role: 'manager' });

/** Opens the board and holds the code of drag and drop back until the result is called. */
async function openWithout(page: Page): Promise<() => void> {
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route('**/assets/dragAndDrop-*.js', async (route) => {
    await released;
    await route.continue();
  });
  await page.goto('/');
  await expect(page.locator('[data-card]').first()).toBeVisible();
  return release;
}

test('cards show before the code of drag and drop; when it comes, it waits for an open menu, focus and scrolling stay and the card can be dragged', async ({
  page,
  server,
}) => {
  const come = await openWithout(page);
  const scroller = column(page, 'in-review').locator('[class*="scroller"]');
  await scroller.evaluate((element) => element.scrollTo(0, 260));
  const before = inStatus(server, 'in-progress').at(1);
  if (!before) throw new Error('too few orders in progress');
  await card(page, before.id).focus();
  await page.keyboard.press('m');
  const item = page.getByRole('menuitem', { name: 'In Review' });
  await expect(item).toBeVisible();
  const loaded = page.waitForResponse('**/assets/dragAndDrop-*.js');
  come();
  await loaded;
  await page.waitForTimeout(500); // Nothing may happen, so there is no state to wait for.
  await expect(page.locator('[data-rfd-draggable-id]')).toHaveCount(0);
  await expect(item).toBeVisible();
  await page.keyboard.press('Escape');
  await canDrag(page);
  await expect(card(page, before.id)).toBeFocused();
  expect(await scroller.evaluate((element) => element.scrollTop)).toBe(260);
  await drag(page, card(page, before.id), column(page, 'in-review'));
  await expect.poll(() => moves(server).length).toBe(1);
});

test('Space before that lifts the card as soon as it can be lifted', async ({ page, server }) => {
  const come = await openWithout(page);
  const moved = first(server, 'in-progress');
  await card(page, moved.id).focus();
  await page.keyboard.press('Space');
  come();
  await expect(page.locator('[aria-live="assertive"]')).toContainText('lifted in In Progress');
  await page.keyboard.press('ArrowRight');
  await expect(page.locator('[aria-live="assertive"]')).toContainText('In Review, position');
  await page.keyboard.press('Space');
  await expect.poll(() => moved.status).toBe('in-review');
});
