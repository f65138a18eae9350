import { uuid } from '../../tests/fake/data';
import { type FakeRequest, ok, refused } from '../../tests/fake/server';
import { expect, test, visit } from './fixtures';
import { dark, everyWidth, light, lookAt, wide } from '../looks';
import { broken, get, order } from './stateCases';

test('the app that starts without a connection and when it returns, quick search while loading, failed, and with no, one and many results, and a refused order: axe finds no violation (BY-032, BD-438)', async ({
  page,
  server,
  live,
}) => {
  live.link('away');
  await page.goto('/');
  await expect(page.getByRole('alert')).toContainText('Error encountered while processing.');
  await lookAt(page, 'start-offline');
  live.link('up');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.locator('[data-card]').first()).toBeVisible();

  const search = (request: FakeRequest) => get(request, '/order/search');
  const release = live.hold(search);
  server.intercept = (request) => (search(request) ? refused(500, 'internal', broken) : undefined);
  const box = page.getByRole('textbox', { name: 'Quick search' });
  await box.fill('sleeve');
  await expect(page.getByLabel('Searching')).toBeVisible();
  await lookAt(page, 'search-loading', [light]);
  release();
  await expect(page.getByRole('alert').filter({ hasText: broken })).toBeVisible();
  await lookAt(page, 'search-error', [dark]);

  server.intercept = (request) =>
    search(request) ? ok({ orders: server.orders.slice(3, 4).map((o) => server.card(o)) }) : undefined;
  await page.getByRole('button', { name: 'Try again' }).click();
  const found = page.getByRole('list', { name: 'Orders found' }).getByRole('listitem');
  await expect(found).toHaveCount(1);
  await lookAt(page, 'search-one', [light]);
  server.intercept = () => undefined;
  await box.fill('a');
  await expect(found).toHaveCount(10);
  await lookAt(page, 'search-many', wide);
  await box.fill('nothing like it');
  await expect(page.getByRole('status').filter({ hasText: 'No order matches “nothing like it”.' })).toBeVisible();
  await lookAt(page, 'search-empty', [dark]);

  server.intercept = (request) => (get(request, `/order/${order}`) ? refused(403, 'no', 'No.') : undefined);
  await visit(page, `/orders/detail/${order}`);
  await expect(page.getByText('You are not allowed to access this file!')).toBeVisible(); // BD-438
  await expect(page).toHaveURL('/'); // BD-438
  await expect(page.locator('[data-card]').first()).toBeVisible();
  await lookAt(page, 'order-refused');
});

test('the list offline, the messages of one group loaded and failed, and the filter in the drawer of a phone: axe finds no violation (BY-032)', async ({
  page,
  server,
  live,
}) => {
  await page.goto('/order-list');
  await expect(page.getByText('1–10 of 24')).toBeVisible();
  live.link('away');
  await page.getByRole('button', { name: 'Page 2' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'You are offline.' })).toBeVisible();
  await lookAt(page, 'list-many-offline');
  live.link('up');
  await expect(page.getByText('11–20 of 24')).toBeVisible();

  await page.getByRole('button', { name: /^Notifications/ }).click();
  server.intercept = (request) =>
    request.path.includes('/message/group/') && request.method === 'GET' ? refused(500, 'internal', broken) : undefined;
  await page.getByText('3 messages').click();
  const panel = page.getByRole('dialog');
  await expect(panel.getByRole('alert')).toContainText('Error encountered while processing.');
  await lookAt(page, 'notification-group-error');
  server.intercept = () => undefined;
  await panel.getByRole('button', { name: 'Try again' }).click();
  await expect(panel.getByRole('listitem')).toHaveCount(3);
  await lookAt(page, 'notification-group-many');
  await page.getByRole('button', { name: /^Notifications/ }).click();
  await expect(panel).toHaveCount(0);

  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole('button', { name: 'Open the sidebar' }).click();
  await page.getByRole('button', { name: 'Orders Advance Filter' }).click();
  await expect(page.getByText('No presets defined')).toBeVisible();
  await lookAt(page, 'filter-drawer', [
    { scheme: 'light', width: 390 },
    { scheme: 'dark', width: 390 },
  ]);
});

test.describe('an operator', () => {
  test.use({ role: 'operator' });
  test('an order at work in light and dark, at 1440, 768 and 390 px: axe finds no violation (BY-032)', async ({
    page,
  }) => {
    await page.goto(`/orders/detail/${uuid(1004)}`);
    await expect(page.getByText('Timeline').first()).toBeVisible();
    await expect(page.getByLabel('Loading', { exact: false })).toHaveCount(0);
    await lookAt(page, 'order-at-work', everyWidth);
  });
});
