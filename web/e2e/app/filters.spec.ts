import { typeDate } from '../dates';
import { expectNoViolation } from '../looks';
import { expect, test, visit } from './fixtures';

test.use({ role: 'manager' });

test('filter panel, column menu and search results: axe finds no violation in light and dark (BY-032)', async ({
  page,
  server,
}) => {
  server.presets['filters'] = [];
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.setViewportSize({ width: 1440, height: 1100 });
  await page.goto('/order-list?orderProgress=in-review,not-frozen&dueDateStart=2026/03/02&dueDateEnd=2026/03/01');
  await page.getByRole('button', { name: /Orders Advance Filter/ }).click();
  await page.getByLabel('Preset name').fill('Late labels');
  await page.getByLabel('Preset name').press('Enter');
  await expect(page.getByText('Not Valid')).toBeVisible();
  await expectNoViolation(page, 'filter-invalid');
  await typeDate(page, 'Due date: to', '31.3.2026');
  await expect(page.getByText('Not Valid')).toBeHidden();
  await page.getByLabel('Preset name').press('Enter');
  await expect(page.getByRole('button', { name: 'Late labels', exact: true })).toHaveAttribute('aria-pressed', 'true');
  await expect(page.getByText('Preset filter has been successfully saved')).toBeVisible();
  await page.getByRole('combobox', { name: 'Operator' }).click();
  await expect(page.getByRole('option', { name: 'Priya Raman' })).toBeVisible();
  await expectNoViolation(page, 'filter');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'View', exact: true }).click();
  await expect(page.getByRole('menuitemcheckbox', { name: 'Company' })).toBeVisible();
  await expectNoViolation(page, 'columns');
  await page.keyboard.press('Escape');

  await page.setViewportSize({ width: 768, height: 1024 });
  await visit(page, '/order-list');
  await page.getByRole('button', { name: 'Open the sidebar' }).click();
  await expect(page.getByRole('heading', { name: 'Saved Preset Filter' })).toBeVisible();
  await expectNoViolation(page, 'filter-768');

  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto('/');
  await expect(page.locator('[data-card]').first()).toBeVisible();
  await page.keyboard.press('Control+q');
  await expect(page.getByLabel('Quick search')).toBeFocused();
  await page.keyboard.type('label');
  await expect(page.getByRole('list', { name: 'Orders found' }).getByRole('link').first()).toBeVisible();
  await expectNoViolation(page, 'search');
});

test('changing the view right after a filter was changed keeps the filter; the board requests the filter of its address, Back removes it, and a reload keeps it (BD-113)', async ({
  page,
  server,
}) => {
  await page.goto('/order-list');
  await expect(page.getByRole('link', { name: /^In Review/ })).toBeVisible();
  const board = await page.evaluate(async () => {
    document.querySelector<HTMLElement>('a[href="/order-list?orderProgress=in-review"]')?.click();
    await Promise.resolve();
    return document.querySelector('nav[aria-label="View"] a')?.getAttribute('href');
  });
  expect(board).toBe('/?orderProgress=in-review');

  const asked = () => server.requests.filter(({ query }) => query.get('view') === 'board').at(-1)?.query;
  await visit(page, '/');
  await expect(page.getByRole('heading', { name: 'Order board' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Orders Advance Filter' })).toBeVisible();
  await page.getByRole('button', { name: /Orders Advance Filter/ }).click();
  await page.getByRole('combobox', { name: 'Queue time' }).click();
  await page.getByRole('option', { name: '76% or more' }).click();
  await expect.poll(() => asked()?.get('queueTime')).toBe('76');
  await page.reload();
  await expect(page.getByRole('button', { name: /Orders Advance Filter/ })).toContainText('a filter is set');
  await expect.poll(() => asked()?.get('queueTime')).toBe('76');
  await page.goBack();
  await expect.poll(() => asked()?.has('queueTime')).toBe(false);
  await expect(page).toHaveURL('/');
});
