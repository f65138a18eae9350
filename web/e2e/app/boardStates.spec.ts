import { refused } from '../../tests/fake/server';
import { card, column, drag, first, inStatus } from './boardPage';
import { expect, test } from './fixtures';
import { expectNoViolation } from '../looks';

test.use({ role: 'manager' });

test('the board: axe finds no violation in light and dark while it reloads, a card is lifted, cards are selected, changes are queued and the screen is narrow (BY-032)', async ({
  page,
  server,
  live,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('/');
  await expect(column(page, 'in-review').locator('[data-card]').first()).toBeVisible();
  const answer = live.hold(({ path }) => path === '/api/d/order');
  await live.drop();
  const refreshing = page.getByRole('status', { name: 'Refreshing' });
  await expect(refreshing).toBeVisible();
  await expectNoViolation(page, 'board-refreshing');
  answer();
  await expect(refreshing).toHaveCount(0);
  await drag(page, card(page, first(server, 'in-progress').id), column(page, 'in-review'), false);
  await expect(column(page, 'in-review')).toHaveAttribute('data-drop', 'yes');
  await expectNoViolation(page, 'board-dragging');
  await page.keyboard.press('Escape');
  await page.mouse.up();

  for (const { id } of inStatus(server, 'in-review').slice(0, 3)) {
    await card(page, id).focus();
    await page.keyboard.press('x');
  }
  const bar = page.getByRole('region', { name: 'Selected cards' });
  await expect(bar).toContainText('3 selected');
  await expectNoViolation(page, 'board-selection');
  await bar.getByRole('button', { name: 'Move to…' }).click();
  await expect(page.getByRole('menu')).toBeVisible();
  await expectNoViolation(page, 'board-move-to');
  live.link('away');
  await page.getByRole('menuitem', { name: 'Approved' }).click();
  await expect(page.getByText('Offline: 3 changes wait for the connection.')).toBeVisible();
  await expectNoViolation(page, 'board-offline');

  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole('tab', { name: /^Approved/ }).click();
  await expect(page.getByText('Not sent yet').first()).toBeVisible();
  await expectNoViolation(page, 'board-narrow');

  live.link('up');
  server.intercept = ({ path }) =>
    path.endsWith('move-progress') ? refused(409, 'order.frozen', 'A manager froze this order.') : undefined;
  await expect(page.getByRole('dialog', { name: /^3 changes made offline/ })).toBeVisible();
  await expectNoViolation(page, 'board-refused');
});
