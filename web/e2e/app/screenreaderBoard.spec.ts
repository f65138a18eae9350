import type { Locator, Page } from '@playwright/test';
import { refused } from '../../tests/fake/server';
import { card, column, inStatus, moves } from './boardPage';
import { expect, test } from './fixtures';
import { expectOrderly } from './tree';

// This checks the browser's accessibility tree, which is what a screen reader gets.

/** The region that announces moves and errors immediately. */
const announced = (page: Page): Locator => page.locator('[aria-live="assertive"]');

test.use({ role: 'manager', viewport: { width: 2200, height: 1000 } });

test('the board has landmarks, columns with counts, and cards with number, name and status; it announces moves and refusals (BY-032, BY-035)', async ({
  page,
  server,
}) => {
  await page.goto('/');
  const [order, other] = inStatus(server, 'in-review');
  if (!order || !other) throw new Error('too few orders are in review');
  await expect(card(page, order.id)).toBeVisible();
  await expectOrderly(page, 'Order board', true);
  await expect(page.getByRole('main')).toMatchAriaSnapshot(`
      - main:
        - status: Live
        - combobox "Sort cards by"
        - region /New Order, \\d+ orders/:
          - heading "New Order" [level=2]
          - heading /Active \\d+/ [level=3]
          - list "Active"
          - heading /Queue \\d+/ [level=3]
          - list "Queue"
        - region /In Progress, \\d+ orders/
        - region /In Review, 4 orders/:
          - heading "In Review" [level=2]
          - list:
            - 'listitem "${order.orderId} ${order.orderName}, In Review"':
              - link "${order.orderName}"
              - text: /Created/
              - 'button "Menu of ${order.orderId} ${order.orderName}"'
        - region /On Hold, \\d+ orders/
        - region /Approved, \\d+ orders/:
          - heading /Completed \\d+/ [level=3]:
            - button /Completed \\d+/
        - region /Cancelled, \\d+ order/
    `);
  await card(page, order.id).focus();
  await expect(card(page, order.id)).toHaveAccessibleDescription(/Press Space to lift the card/);
  await page.keyboard.press('x');
  await expect(card(page, order.id)).toHaveAccessibleName(`${order.orderId} ${order.orderName}, In Review, selected`);
  await expect(page.getByRole('status').filter({ hasText: '1 card selected' })).toHaveCount(1);
  await page.keyboard.press('Escape');

  // Each step of a move is announced, and then that it succeeded.
  const name = `${order.orderId} ${order.orderName}`;
  await page.keyboard.press('Space');
  await expect(announced(page)).toContainText(`${name} lifted in In Review, position 1.`);
  await page.keyboard.press('Space');
  await expect(announced(page)).toContainText('put back in In Review.');

  // Cards cannot be arranged by hand under another sort (BD-050, D-10).
  await page.getByLabel('Sort cards by').selectOption('Name');
  await card(page, order.id).focus();
  await page.keyboard.press('Space');
  await expect(announced(page)).toContainText(`${name} lifted in In Review`);
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Space');
  await expect(announced(page)).toContainText(
    "Not moved. Cards are sorted. Choose the sort 'Manual order' to arrange them by hand.",
  );
  expect(moves(server)).toEqual([]);
  await page.getByLabel('Sort cards by').selectOption('Manual order');
  await card(page, order.id).focus();
  await page.keyboard.press('Space');
  await expect(announced(page)).toContainText(`${name} lifted in In Review, position 1.`);
  await page.keyboard.press('ArrowLeft');
  await expect(announced(page)).toContainText('In Progress, position');
  await page.keyboard.press('Space');
  await expect(announced(page)).toContainText(`${name} dropped in In Progress`);
  await expect(card(page, order.id)).toHaveAccessibleName(`${name}, In Progress`);
  await expect(page.getByRole('status').filter({ hasText: 'Moved to In Progress' })).toMatchAriaSnapshot(`
      - status:
        - text: /Moved to In Progress/
        - button "Undo"
        - button "Dismiss"
    `);

  // A refusal of the server is announced with its reason.
  server.intercept = ({ path }) =>
    path.endsWith('move-progress') ? refused(409, 'order.frozen', 'A manager has just frozen this order.') : undefined;
  await card(page, other.id).focus();
  await page.keyboard.press('Space');
  await page.keyboard.press('ArrowLeft');
  await expect(announced(page)).toContainText('In Progress, position');
  await page.keyboard.press('Space');
  await expect(page.getByRole('alert').filter({ hasText: 'Failed!' })).toContainText(
    'A manager has just frozen this order.',
  );
  await expect(column(page, 'in-review').locator(`[data-card="${other.id}"]`)).toHaveAccessibleName(/, In Review$/);
});
