import type { Page } from '@playwright/test';
import type { FakeRequest } from '../../tests/fake/server';
import { people } from '../../tests/fake/data';
import { refused } from '../../tests/fake/server';
import { card, column, drag, inStatus, moves } from './boardPage';
import { expect, test } from './fixtures';

// The viewport fits all columns, because a drag near an edge would scroll the window.
test.use({ viewport: { width: 2200, height: 1000 }, role: 'manager' });

const isMove = ({ path }: FakeRequest) => path.endsWith('move-progress');

test.beforeEach(async ({ page }) => {
  await page.goto('/');
  await expect(page.getByText('Live', { exact: true })).toBeVisible();
  // The board can only load with a connection.
  await expect(page.locator('[data-card]').first()).toBeVisible();
});

test('moves made offline are queued, shown and sent in order with their keys; a refused one is reported and rolled back (BY-036)', async ({
  page,
  server,
  live,
}) => {
  const [one, two] = inStatus(server, 'in-review');
  if (!one || !two) throw new Error('too few orders in review');
  live.link('away');
  await drag(page, card(page, one.id), column(page, 'in-progress'));
  await expect(page.getByText('Offline: 1 change waits for the connection.')).toBeVisible();
  await drag(page, card(page, two.id), column(page, 'approved'));
  await expect(page.getByText('Offline: 2 changes wait for the connection.')).toBeVisible();
  await expect(column(page, 'in-progress').locator(`[data-card="${one.id}"]`)).toContainText('Not sent yet');
  await expect(column(page, 'approved').locator(`[data-card="${two.id}"]`)).toContainText('Not sent yet');
  expect(moves(server)).toEqual([]);

  server.intercept = (request) =>
    isMove(request) && request.path.includes(two.id)
      ? refused(409, 'order.frozen', 'A manager froze this order meanwhile.')
      : undefined;
  live.link('up');
  const dialog = page.getByRole('dialog', { name: '1 change made offline could not be kept' });
  await expect(dialog.getByRole('listitem')).toContainText('A manager froze this order meanwhile.', {
    timeout: 20_000,
  });
  await dialog.getByRole('button', { name: 'OK' }).click();
  expect(moves(server).map(({ moveto }) => moveto)).toEqual(['in-progress', 'approved']);
  expect(one.status).toBe('in-progress');
  await expect(column(page, 'in-progress').locator(`[data-card="${one.id}"]`)).toBeVisible();
  await expect(column(page, 'in-review').locator(`[data-card="${two.id}"]`)).toBeVisible();
  await expect(page.getByText('Not sent yet')).toHaveCount(0);
  await expect(page.getByText(/^Offline/)).toHaveCount(0);
});

test('a queued move survives a reload and is sent once with its key, even if the server already has it (BY-036, D-31)', async ({
  page,
  server,
  live,
}) => {
  const [moved, before] = inStatus(server, 'in-review');
  if (!moved || !before) throw new Error('too few orders in review');
  await drag(page, card(page, before.id), column(page, 'approved')); // The app has a CSRF token afterwards.
  await expect.poll(() => before.status).toBe('approved');
  live.link('deaf'); // The move reaches the server, but its answer does not return.
  await drag(page, card(page, moved.id), column(page, 'in-progress'));
  await expect(page.getByText('Offline: 1 change waits for the connection.')).toBeVisible();
  await expect.poll(() => moved.status).toBe('in-progress');
  const { version } = moved;
  live.link('up');
  await page.reload();
  await expect.poll(() => page.evaluate(() => Object.keys(window.localStorage).join())).not.toContain('outbox:');
  await expect(column(page, 'in-progress').locator(`[data-card="${moved.id}"]`)).toBeVisible();
  const sent = server.requests.filter((request) => isMove(request) && request.path.includes(moved.id));
  const keys = sent.map(({ headers }) => headers.get('idempotency-key'));
  expect(keys.length).toBeGreaterThan(1);
  expect(new Set(keys).size).toBe(1);
  expect(moved.version).toBe(version); // The move was not applied twice.
});

const queued = (page: Page) => page.evaluate(() => Object.keys(window.localStorage).join());

test('a move made offline of an order that somebody else has moved is asked about until it is answered, over a reload; a move that is left stays undone (BY-036, D-288)', async ({
  page,
  server,
  live,
}) => {
  const [moved, other] = inStatus(server, 'in-review');
  if (!moved || !other) throw new Error('too few orders in review');
  const seen = moved.version;
  live.link('away');
  await drag(page, card(page, moved.id), column(page, 'in-progress'));
  await drag(page, card(page, other.id), column(page, 'approved'));
  await expect(page.getByText('Offline: 2 changes wait for the connection.')).toBeVisible();
  server.meanwhile(moved.id, people.olivia, 'put the order on hold', 'on-hold');
  live.link('up');
  const dialog = page.getByRole('dialog', { name: /move to In Progress$/ });
  const question = 'Olivia Hartmann moved it to On Hold meanwhile. Move it all the same?';
  await expect(dialog).toContainText(question);
  await expect(dialog.getByRole('button', { name: 'Move it all the same' })).toBeFocused();
  await expect.poll(() => other.status).toBe('approved'); // Other orders do not wait for the answer.

  await page.reload();
  await expect(dialog).toContainText(question);
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  const banner = page.getByRole('status').filter({ hasText: '1 change made offline needs your answer' });
  await banner.getByRole('button', { name: 'Answer' }).click();
  await expect(dialog).toContainText(question);
  expect(moved.status).toBe('on-hold');
  await page.keyboard.press('Enter');
  await expect.poll(() => moved.status).toBe('in-progress');
  await expect(column(page, 'in-progress').locator(`[data-card="${moved.id}"]`)).toBeVisible();
  await expect.poll(() => queued(page)).not.toContain('outbox:');
  const expected = moves(server).filter(({ moveto }) => moveto === 'in-progress');
  expect(expected.map(({ expectedVersion }) => expectedVersion)).toEqual([seen, seen + 1]);

  // A move that is left stays undone.
  const [left] = inStatus(server, 'in-review');
  if (!left) throw new Error('no order in review');
  live.link('away');
  await drag(page, card(page, left.id), column(page, 'in-progress'));
  await expect(page.getByText('Offline: 1 change waits for the connection.')).toBeVisible();
  server.meanwhile(left.id, people.olivia, 'put the order on hold', 'on-hold');
  live.link('up');
  await page.getByRole('dialog').getByRole('button', { name: 'Leave it' }).click();
  await expect(column(page, 'on-hold').locator(`[data-card="${left.id}"]`)).toBeVisible();
  await expect(page.getByText('Not sent yet')).toHaveCount(0);
  expect(await queued(page)).not.toContain('outbox:');
  expect(left.status).toBe('on-hold');
});
