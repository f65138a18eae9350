import { canDrag, card, column, first, moves } from './boardPage';
import { expect, test } from './fixtures';

test('at 1440 px six columns fit: finished ones are strips that take a card, say so while it is over them, and open by keyboard', async ({
  page,
  server,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.addInitScript(() => {
    for (const name of Object.keys(localStorage)) if (name.includes('board.folds')) localStorage.removeItem(name);
  });
  await page.goto('/');
  await canDrag(page);
  const sideways = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(await sideways()).toBe(0);
  const strip = column(page, 'approved');
  const moved = card(page, first(server, 'in-review').id);
  const [from, to] = [await moved.boundingBox(), await strip.boundingBox()];
  if (!from || !to) throw new Error('nothing to drag');
  expect(to.width).toBe(48);

  // The card covers both strips. The pointer decides which of them takes it.
  const middle = { x: from.x + from.width / 2, y: from.y + 30 };
  await page.mouse.move(middle.x, middle.y);
  await page.mouse.down();
  await page.mouse.move(middle.x + 10, middle.y + 10, { steps: 3 });
  await page.mouse.move(to.x + 24, to.y + 200, { steps: 12 });
  await expect.poll(async () => (await strip.locator('header').boundingBox())?.width).toBe(220);
  await page.mouse.up();
  await expect.poll(() => moves(server).map(({ moveto }) => moveto)).toEqual(['approved']);

  await strip.getByRole('button', { name: 'Approved' }).press('Enter');
  await expect(strip.locator('[data-card]').first()).toBeVisible();
  await strip.getByRole('button', { name: 'Approved', exact: true }).press('Enter');
  await expect(strip.locator('[data-card]')).toHaveCount(0);
  expect(await sideways()).toBe(0);
});
