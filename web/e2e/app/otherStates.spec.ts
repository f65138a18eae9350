import { type FakeRequest, ok, refused } from '../../tests/fake/server';
import { expect, test } from './fixtures';
import { dark, light, lookAt, wide } from '../looks';
import { broken, get, order } from './stateCases';

for (const [status, words] of [
  [403, 'You are not allowed to access this file!'],
  [404, 'This order is not here any more.'],
] as const) {
  test(`an order answered with ${status} shows the error and returns to the board (BD-437, BD-438)`, async ({
    page,
    server,
  }) => {
    server.intercept = (request) =>
      get(request, `/order/${order}`) ? refused(status, 'no', 'This order is not here any more.') : undefined;
    await page.goto(`/orders/detail/${order}`);
    await expect(page.getByText(words)).toBeVisible();
    await expect(page).toHaveURL('/');
    await expect(page.locator('[data-card]').first()).toBeVisible();
    if (status === 403) await lookAt(page, 'order-refused'); // They differ in words alone.
  });
}

test('the form for a copy of an order that the user may not see says so and offers to try again (BY-032)', async ({
  page,
  server,
}) => {
  server.intercept = (request) =>
    get(request, `/order/${order}`) ? refused(404, 'not_found', 'This order does not exist.') : undefined;
  await page.goto(`/orders/clone/${order}`);
  await expect(page.getByRole('alert')).toContainText('This order does not exist.');
  server.intercept = () => undefined;
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText('A new draft with the details of')).toBeVisible();
});

test('the list keeps its rows when the connection is lost, and says that they may be out of date (BY-032)', async ({
  page,
  live,
}) => {
  await page.goto('/order-list');
  await expect(page.getByText('1–10 of 24')).toBeVisible();
  live.link('away');
  await page.getByRole('button', { name: 'Page 2' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'You are offline.' })).toBeVisible();
  await lookAt(page, 'list-many-offline');
});

test('the app says so when it starts without a connection, and starts when the connection returns (BY-032)', async ({
  page,
  live,
}) => {
  live.link('away');
  await page.goto('/');
  await expect(page.getByRole('alert')).toContainText('Error encountered while processing.');
  await lookAt(page, 'start-offline');
  live.link('up');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.locator('[data-card]').first()).toBeVisible();
});

test('quick search while loading, failed, and with no, one and many results: axe finds no violation (BY-032)', async ({
  page,
  server,
  live,
}) => {
  await page.goto('/');
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
});

test('the messages of one group, loaded and failed: axe finds no violation (BY-032)', async ({ page, server }) => {
  await page.goto('/order-list');
  await page.getByRole('button', { name: /^Notifications/ }).click();
  server.intercept = (request) =>
    request.path.includes('/message/group/') && request.method === 'GET' ? refused(500, 'internal', broken) : undefined;
  await page.getByText('3 messages').click();
  await expect(page.getByRole('alert')).toContainText('Error encountered while processing.');
  await lookAt(page, 'notification-group-error');
  server.intercept = () => undefined;
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('dialog').getByRole('listitem')).toHaveCount(3);
  await lookAt(page, 'notification-group-many');
});

test('on a phone the filter is in a drawer: axe finds no violation (BY-032)', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/order-list');
  await page.getByRole('button', { name: 'Open the sidebar' }).click();
  await page.getByRole('button', { name: 'Orders Advance Filter' }).click();
  await expect(page.getByText('No presets defined')).toBeVisible();
  await lookAt(page, 'filter-drawer', [
    { scheme: 'light', width: 390 },
    { scheme: 'dark', width: 390 },
  ]);
});
