import { card, column, drag, first, moves } from './boardPage';
import { expect, test } from './fixtures';

// The viewport fits all columns, because a drag near an edge would scroll the window.
test.use({ viewport: { width: 2200, height: 1000 } });

test.beforeEach(async ({ page }) => {
  await page.goto('/');
  await expect(column(page, 'in-review').locator('[data-card]').first()).toBeVisible();
});

test('a card dropped on a column that does not accept it slides back and shows the reason beside it (BY-035, BD-060)', async ({
  page,
  server,
}) => {
  const refusedCard = first(server, 'in-progress');
  await drag(page, card(page, refusedCard.id), column(page, 'on-hold'));
  await expect(card(page, refusedCard.id)).toContainText(
    "You cannot move an order from In Progress to On Hold by dragging. Use 'Hold Order' instead.",
  );
  await expect(card(page, refusedCard.id).getByRole('button', { name: 'Hold Order' })).toBeVisible();
  await expect(column(page, 'in-progress').locator(`[data-card="${refusedCard.id}"]`)).toBeVisible();
  expect(moves(server)).toEqual([]);
});

test.describe('as a manager', () => {
  test.use({ role: 'manager' });

  test('a refused drop has the way that works as its focused button, with the mouse and the keyboard, and Undo (D-93)', async ({
    page,
    server,
  }) => {
    const ready = first(server, 'ready-to-go');
    const at = card(page, ready.id);
    const button = at.getByRole('button', { name: 'Change status to In Progress' });
    await drag(page, at, column(page, 'in-progress'));
    await expect(button).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(button).toHaveCount(0);
    await expect(at).toBeFocused();

    await page.keyboard.press('Space');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Space');
    await expect(button).toBeFocused();
    await page.keyboard.press('Enter');
    await expect.poll(() => ready.status).toBe('in-progress');
    expect(moves(server)).toMatchObject([{ moveto: 'in-progress', via: 'status' }]);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => ready.status).toBe('ready-to-go');
    await expect(page).toHaveURL('/');
  });
});
