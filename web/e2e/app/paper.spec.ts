import { expect, test } from './fixtures';

test('paper has the page alone, in light colours, also where the screen is dark (BY-065)', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.goto('/order-list');
  const table = page.getByRole('table').first();
  await expect(table).toBeVisible();
  const bright = () =>
    table.evaluate((element) => {
      const [red = 0, green = 0, blue = 0] = (/\d+/g[Symbol.match](getComputedStyle(element).color) ?? []).map(Number);
      return red + green + blue > 380;
    });
  await expect.poll(bright).toBe(true);
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  await expect(page.getByRole('banner')).toBeHidden();
  await expect(page.getByRole('complementary', { name: 'Sidebar' })).toBeHidden();
  await expect(table).toBeVisible();
  await expect.poll(bright).toBe(false);
  const { left, width } = await page.getByRole('main').evaluate((main) => {
    const box = main.querySelector('h1')?.getBoundingClientRect();
    return { left: box?.left ?? -1, width: main.getBoundingClientRect().width };
  });
  expect(left).toBeLessThan(10);
  expect(width).toBe(page.viewportSize()?.width);
});

test('forced colours keep the current page, late orders and meters (BY-065)', async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active' });
  await page.goto('/');
  await expect(page.locator('[data-card]').first()).toBeVisible();
  const style = (of: string, name: string) =>
    page
      .locator(of)
      .first()
      .evaluate((element, key) => getComputedStyle(element).getPropertyValue(key), name);
  expect(await style('nav[aria-label="Main"] [aria-current="page"]', 'outline-style')).toBe('solid');
  expect(await style('nav[aria-label="Main"] a:not([aria-current])', 'outline-style')).toBe('none');
  const due = (how: string) => page.locator(`[data-due="${how}"]`).first();
  await expect(due('past')).toHaveCSS('text-decoration-line', 'underline');
  await expect(due('later')).toHaveCSS('text-decoration-line', 'none');
});
