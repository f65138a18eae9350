import type { Page } from '@playwright/test';
import { card, column, drag, inStatus, moves } from './boardPage';
import { expect, test } from './fixtures';

// The viewport fits all columns, because a drag near an edge would scroll the window.
test.use({ viewport: { width: 2200, height: 1000 }, role: 'manager' });

const bar = (page: Page) => page.getByRole('region', { name: 'Selected cards' });
const selectedCards = (page: Page) => page.locator('[data-selected]');

test.beforeEach(async ({ page }) => {
  await page.goto('/');
  await expect(column(page, 'in-review').locator('[data-card]').first()).toBeVisible();
});

test('cards are selected one by one, as a range of their zone or as a column, and dropped together in their order (BY-038)', async ({
  page,
  server,
}) => {
  const [one, two, three, four] = inStatus(server, 'in-review').map(({ id }) => id);
  if (!one || !two || !three || !four) throw new Error('too few orders in review');
  await card(page, one).click({ modifiers: ['ControlOrMeta'], position: { x: 150, y: 90 } });
  await card(page, three).click({ modifiers: ['Shift'], position: { x: 150, y: 90 } });
  await expect(selectedCards(page)).toHaveCount(3);
  await card(page, two).click({ modifiers: ['ControlOrMeta'], position: { x: 150, y: 90 } });
  await expect(bar(page)).toContainText('2 selected');

  const target = inStatus(server, 'in-progress')[1];
  if (!target) throw new Error('too few orders in progress');
  await drag(page, card(page, three), card(page, target.id), false);
  await expect(page.locator('[data-lifted]')).toContainText('2 orders');
  await expect(card(page, one)).toHaveAttribute('data-along', 'true');
  await expect(page.locator('[aria-live="assertive"]')).toContainText('In Progress, position');
  await page.mouse.up();
  await expect.poll(() => moves(server).length).toBe(2);
  await expect(column(page, 'in-progress').locator(`[data-card="${three}"]`)).toBeVisible();
  const [first, second] = moves(server);
  expect(second?.afterId).toBe(one); // The second card comes directly after the first.
  expect(second?.beforeId).toBe(first?.beforeId);
  const ids = await column(page, 'in-progress')
    .locator('[data-card]')
    .evaluateAll((cards) => cards.map((c) => c.getAttribute('data-card')));
  expect(ids.indexOf(three)).toBe(ids.indexOf(one) + 1);
  const keys = server.requests
    .filter(({ path }) => path.endsWith('move-progress'))
    .map(({ headers }) => headers.get('idempotency-key'));
  expect(new Set(keys).size).toBe(2);

  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => inStatus(server, 'in-review').map(({ id }) => id)).toEqual([one, two, three, four]);
  await expect(column(page, 'in-review').locator('[data-card]')).toHaveCount(4);
});

test('a whole task by keyboard alone: move, undo, hold with a reason, menu action, several cards together (BY-032, BY-038)', async ({
  page,
  server,
}) => {
  const keys = async (...pressed: string[]) => {
    for (const key of pressed) await page.keyboard.press(key);
  };
  const focused = (id: string) => expect(card(page, id)).toBeFocused();
  const announced = page.locator('[aria-live="assertive"]');

  // Move the focus to the first card, then across to in review.
  const [review, next, third] = inStatus(server, 'in-review');
  if (!review || !next || !third) throw new Error('too few orders in review');
  await keys('j', 'l', 'l');
  const at = await page.evaluate(() => document.activeElement?.closest('[data-column]')?.getAttribute('data-column'));
  expect(at).toBe('in-review');
  await keys('k', 'k', 'k');
  await focused(review.id);

  // Moved to in progress, and undone from the toast.
  await keys('Space');
  // The code of drag and drop may have to load first.
  await expect(announced).toContainText('lifted');
  await keys('ArrowLeft');
  await expect(announced).toContainText('In Progress, position');
  await keys('Space');
  await expect.poll(() => review.status).toBe('in-progress');
  const undo = page.getByRole('button', { name: 'Undo' });
  await expect(undo).toBeVisible();
  for (let i = 0; i < 80; i += 1) {
    if (await undo.evaluate((button) => button === document.activeElement)) break;
    await keys('Shift+Tab');
  }
  await expect(undo).toBeFocused();
  await keys('Enter');
  await expect.poll(() => review.status).toBe('in-review');

  // Held with a reason from the menu, then resumed.
  await card(page, review.id).focus();
  await keys('m');
  const hold = page.getByRole('menuitem', { name: 'Hold Order' });
  await expect(page.getByRole('menuitem').first()).toBeFocused();
  for (let i = 0; i < 20 && !(await hold.evaluate((item) => item === document.activeElement)); i += 1) {
    await keys('ArrowDown');
  }
  await keys('Enter');
  await expect(page.getByRole('dialog', { name: 'Hold Order' }).getByRole('textbox')).toBeFocused();
  await page.keyboard.type('The logo is missing');
  await keys('Tab', 'Tab', 'Enter');
  await expect.poll(() => review.status).toBe('on-hold');
  await expect(card(page, review.id)).toContainText('The logo is missing');
  await focused(review.id); // The focus followed the card.

  // Two of the others are approved together.
  await card(page, next.id).focus();
  await keys('x', 'j');
  await focused(third.id);
  await keys('Shift+X');
  await expect(page.getByRole('status').filter({ hasText: '2 cards selected' })).toHaveCount(1);
  await keys('Space', 'ArrowRight', 'ArrowRight');
  await expect(announced).toContainText('Approved');
  await keys('Space');
  await expect.poll(() => [next.status, third.status]).toEqual(['approved', 'approved']);
  await expect(selectedCards(page)).toHaveCount(0);
});
