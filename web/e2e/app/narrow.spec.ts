import type { Page } from '@playwright/test';
import { canDrag, card, column, inStatus } from './boardPage';
import { expect, test, visit } from './fixtures';
import { expectNoViolation } from '../looks';

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, role: 'manager' });

/** Moves a finger from one point to another. It rests for `holdMs` first. */
async function touch(page: Page, from: [number, number], to: [number, number], holdMs = 0): Promise<void> {
  const cdp = await page.context().newCDPSession(page);
  const at = (type: string, points: [number, number][]) =>
    cdp.send('Input.dispatchTouchEvent', {
      type: type as 'touchStart',
      touchPoints: points.map(([x, y]) => ({ x, y })),
    });
  const moves = Array.from({ length: 8 }, (_, step) => {
    const part = (a: number, b: number) => a + ((b - a) * (step + 1)) / 8;
    return () => at('touchMove', [[part(from[0], to[0]), part(from[1], to[1])]]);
  });
  if (holdMs > 0) {
    await at('touchStart', [from]);
    await expect(page.locator('[data-lifted]')).toBeVisible();
    for (const move of moves) await move();
    await at('touchEnd', []);
  } else {
    // All at once, because a finger that rests on a card lifts it.
    await Promise.all([at('touchStart', [from]), ...moves.map((move) => move()), at('touchEnd', [])]);
  }
  await cdp.detach();
}

test('up to 768 px one column shows at a time, switched by tabs and swipes; nothing scrolls sideways; a card moves by its menu (BY-032)', async ({
  page,
  server,
}) => {
  await page.goto('/');
  const tabs = page.getByRole('tab');
  await expect(tabs).toHaveCount(6);
  await expect(page.locator('[data-column]')).toHaveCount(1);
  await page.getByRole('tab', { name: /^In Progress/ }).click();
  await expect(page.getByRole('tabpanel', { name: /^In Progress/ })).toBeVisible();

  await touch(page, [320, 500], [60, 510]);
  await expect(page.getByRole('tab', { selected: true })).toHaveText(/^In Review/);
  await touch(page, [60, 500], [320, 510]);
  await expect(page.getByRole('tab', { selected: true })).toHaveText(/^In Progress/);
  await touch(page, [320, 500], [60, 510]);
  await page.getByRole('tab', { selected: true }).press('ArrowRight');
  await expect(page.getByRole('tab', { selected: true })).toBeFocused();
  await page.keyboard.press('ArrowLeft');
  await expect(page.locator('[data-column="in-review"]')).toBeVisible();

  const sideways = await page.evaluate(() => {
    window.scrollTo(500, 0);
    const { scrollWidth, clientWidth } = document.documentElement;
    return { over: scrollWidth - clientWidth, at: window.scrollX };
  });
  expect(sideways).toEqual({ over: 0, at: 0 });

  const [moved] = inStatus(server, 'in-review');
  if (!moved) throw new Error('no order in review');
  await card(page, moved.id)
    .getByRole('button', { name: /^Menu of/ })
    .tap();
  await page.getByRole('menuitem', { name: 'Approved' }).tap();
  await expect.poll(() => moved.status).toBe('approved');
  await expect(page.getByRole('tab', { name: /^Approved/ })).toBeVisible();
  await expectNoViolation(page, 'moved-narrow');

  // The magnifier opens the search over the header, and Escape closes it again.
  const search = page.getByLabel('Quick search');
  await expect(search).toBeVisible(); // BD-121
  const width = () => search.evaluate((input) => input.getBoundingClientRect().width);
  expect(await width()).toBeLessThan(40);
  await search.tap();
  await expect.poll(width).toBeGreaterThan(340);
  await search.fill('jar');
  await expect(page.locator('[data-result]').first()).toBeVisible();
  await expectNoViolation(page, 'search-narrow');
  await search.press('Escape');
  await expect.poll(width).toBeLessThan(40);
});

test.describe('as an owner', () => {
  test.use({ role: 'owner' });

  test('a finger that rests on a card lifts it and drags it within its column (D-10)', async ({ page, server }) => {
    await page.goto('/');
    await page.getByRole('tab', { name: /^In Review/ }).click();
    await canDrag(page);
    const [one, two] = inStatus(server, 'in-review');
    if (!one || !two) throw new Error('too few orders in review');
    const [from, to] = [await card(page, one.id).boundingBox(), await card(page, two.id).boundingBox()];
    if (!from || !to) throw new Error('nothing to drag');
    await touch(page, [from.x + 100, from.y + 60], [to.x + 100, to.y + 100], 200);
    const order = () =>
      column(page, 'in-review')
        .locator('[data-card]')
        .evaluateAll((cards) => cards.map((c) => c.getAttribute('data-card')).slice(0, 2));
    await expect.poll(order).toEqual([two.id, one.id]);
    await expect(page.locator('[aria-live="assertive"]')).toContainText('dropped in In Review, position 2');
    const sent = () => server.requests.find(({ path }) => path.endsWith('move-progress'))?.body;
    await expect.poll(sent).toBeTruthy();
    expect(JSON.parse(sent() ?? '{}')).toMatchObject({ moveto: 'in-review', afterId: two.id });
  });
});

test('at 390 px the list shows cards that can be sorted and opened, and active filters show in one line above it and above the board; nothing scrolls sideways', async ({
  page,
  server,
}) => {
  await page.goto('/order-list');
  const cards = page.getByRole('list', { name: 'Orders' }).getByRole('listitem');
  await expect(cards).toHaveCount(10);
  await expect(page.getByRole('table')).toHaveCount(0);
  const first = cards.first();
  const box = await first.boundingBox();
  expect(box?.width).toBeGreaterThan(320);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await page.getByRole('combobox', { name: 'Sort by' }).selectOption('name');
  await expect(page).toHaveURL(/sort=name&dir=asc/);
  await page.getByRole('button', { name: 'Sorted ascending, switch to descending' }).click();
  await expect(page).toHaveURL(/dir=desc/);
  await expect.poll(() => server.requests.some(({ query }) => query.get('sort') === 'name')).toBe(true);
  await expectNoViolation(page, 'list-narrow');
  const name = await cards.first().getByRole('link').innerText();
  await cards.first().click({ position: { x: 10, y: 100 } });
  await expect(page.getByRole('heading', { level: 1 })).toContainText(name.replace(/…$/, ''));

  // Active filters show in one line above list and board, with Clear visible.
  for (const path of ['/order-list', '/']) {
    await visit(
      page,
      `${path}?orderProgress=in-review,on-hold&priority=high,urgent,normal&customSearch=label&createdAtStart=2026/01/01`,
    );
    const chips = page.getByRole('group', { name: 'Filters in force' });
    await expect(chips.getByRole('listitem')).toHaveCount(4);
    const box = await chips.boundingBox();
    expect(box?.height).toBeLessThan(44);
    await expect(chips.getByRole('button', { name: 'Clear' })).toBeInViewport({ ratio: 1 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    await expectNoViolation(page, path === '/' ? 'chips-board-narrow' : 'chips-list-narrow');
    await chips.getByRole('button', { name: 'Clear' }).click();
    await expect(chips).toHaveCount(0);
  }
});
