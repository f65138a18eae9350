import type { Page } from '@playwright/test';
import { readOrder } from './api';
import { card, column, drag, expect, firstCard, test } from './people';

// The pages say on the console what they could not reach.
test.use({ expected: /ERR_INTERNET_DISCONNECTED/ });

const cut = (page: Page, away: boolean) => page.context().setOffline(away);
const waits = (page: Page) => page.getByText('Offline: 1 change waits for the connection.');
const kept = (page: Page) => page.evaluate(() => Object.keys(window.localStorage).join());

test('of two moves that were both made offline, the later one to arrive asks before it undoes the other (BY-036, D-288)', async ({
  as,
}) => {
  const [owner, manager] = [await as('owner@acme.test'), await as('manager@northlight.test')];
  const id = await firstCard(owner, 'on-hold');
  await expect(card(manager, id)).toBeVisible();
  for (const [page, to] of [
    [owner, 'in-review'],
    [manager, 'in-progress'],
  ] as const) {
    await page.locator('[data-rfd-draggable-id]').first().waitFor();
    await cut(page, true);
    await drag(page, id, to);
    await expect(waits(page)).toBeVisible();
  }
  await cut(owner, false);
  await expect.poll(() => kept(owner)).not.toContain('outbox:');
  expect((await readOrder(owner, id)).status).toBe('in-review');

  await cut(manager, false);
  const dialog = manager.getByRole('dialog', { name: /move to In Progress$/ });
  await expect(dialog).toContainText(/^.*\S+ \S+ moved it to In Review meanwhile\. Move it all the same\?/);
  await manager.reload();
  await expect(dialog).toContainText('moved it to In Review meanwhile. Move it all the same?');
  expect((await readOrder(owner, id)).status).toBe('in-review');
  await dialog.getByRole('button', { name: 'Move it all the same' }).click();
  await expect(column(manager, 'in-progress').locator(`[data-card="${id}"]`)).toBeVisible();
  await expect(column(owner, 'in-progress').locator(`[data-card="${id}"]`)).toBeVisible();
  expect(await kept(manager)).not.toContain('outbox:');
});

test('a move made offline that is not possible any more is told with who was faster (BY-036, D-288)', async ({
  as,
}) => {
  const [owner, manager] = [await as('owner@acme.test'), await as('manager@northlight.test')];
  const id = await firstCard(owner, 'in-review');
  await expect(card(manager, id)).toBeVisible();
  await manager.locator('[data-rfd-draggable-id]').first().waitFor();
  await cut(manager, true);
  await drag(manager, id, 'in-progress');
  await expect(waits(manager)).toBeVisible();
  await drag(owner, id, 'approved');
  await expect.poll(async () => (await readOrder(owner, id)).status).toBe('approved');
  await cut(manager, false);
  const told = manager.getByRole('dialog', { name: '1 change made offline could not be kept' });
  await expect(told.getByRole('listitem')).toContainText(/\S+ \S+ moved it to Approved meanwhile\. \S+/);
  await told.getByRole('button', { name: 'OK' }).click();
  await expect(column(manager, 'approved').locator(`[data-card="${id}"]`)).toBeVisible();
});

test('a named action made offline is done when the connection is back (BY-036)', async ({ as }) => {
  const manager = await as('manager@northlight.test');
  const id = await firstCard(manager, 'in-progress');
  await manager.locator('[data-rfd-draggable-id]').first().waitFor();
  await card(manager, id).focus();
  await manager.keyboard.press('m');
  await manager.getByRole('menuitem', { name: 'Freeze Order' }).waitFor();
  await cut(manager, true);
  await manager.getByRole('menuitem', { name: 'Freeze Order' }).click();
  await manager.getByRole('dialog').getByRole('button', { name: 'Freeze Order' }).click();
  await expect(card(manager, id)).toContainText('Not sent yet');
  await cut(manager, false);
  await expect.poll(async () => (await readOrder(manager, id)).frozen).toBe(true);
  await expect(card(manager, id)).not.toContainText('Not sent yet');
});
