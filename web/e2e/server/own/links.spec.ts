import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { found, inReview, ordersIn, type Proof, proofPath, proofsOf, readOrder } from '../api';
import { draw } from '../drawing';
import { writeLargePdf } from '../largePdf';
import { expect, test } from '../shortLinks';

test.use({ viewport: { width: 1440, height: 900 } });
test.setTimeout(180_000);

const drawn = (page: Page, number = 1): Locator =>
  page.locator(`[data-page="${number}"] [data-sheet][data-drawn="true"], [data-page="${number}"] img`);
const button = (page: Page, name: string | RegExp): Locator => page.getByRole('button', { name });
const version = (page: Page, number: number): Locator =>
  page.getByRole('navigation', { name: 'Versions' }).getByText(`v${number}`, { exact: true });

/** Waits until the store refuses the links that the page has received so far. */
async function linksExpire(page: Page, { order, version: { id } }: Proof): Promise<void> {
  const { attachments } = await readOrder(page, order.id);
  const versions = Object.values(attachments).flatMap((list) => list.flatMap((one) => one.versions));
  const { url } = found(versions, (one) => one.id === id, 'version');
  const status = async () => (await page.request.get(url)).status();
  await expect.poll(status).toBe(403);
}

/** Returns the newest version of a file of an order in progress. */
async function newest(page: Page, holds: (proof: Proof) => boolean): Promise<Proof> {
  const orders = await ordersIn(page, 'in-progress', 'in-review', 'on-hold', 'gr-revision');
  const first = ({ attachment: { versions }, version: { id } }: Proof) => versions[0]?.id === id;
  return found(orders.flatMap(proofsOf), (proof) => first(proof) && holds(proof), 'such a file');
}

const startOf = async (path: string): Promise<string> => (await readFile(path)).subarray(0, 5).toString('latin1');

async function loaded(pictures: Locator): Promise<void> {
  await expect(pictures.first()).toBeVisible();
  const widths = () => pictures.evaluateAll((all) => all.map((one) => (one as HTMLImageElement).naturalWidth));
  await expect.poll(async () => Math.min(...(await widths()))).toBeGreaterThan(0);
}

test('with expired links another version opens, crops are drawn, proof and report download, and versions compare (BD-159, BD-281, BY-027, BY-028, BY-031)', async ({
  as,
}) => {
  const manager = await as('manager@northlight.test');
  const proof = await newest(
    manager,
    ({ version: { fileType, can }, attachment }) =>
      fileType === 'pdf' && can.annotatePublic && attachment.versions.length > 1,
  );
  const [latest, older] = proof.attachment.versions;
  await manager.goto(`${proofPath({ ...proof, version: older ?? proof.version })}?public=true`);
  await expect(drawn(manager)).toBeVisible();
  await draw(manager, 'Rectangle');
  await manager.getByRole('textbox', { name: 'New comment' }).fill('a little to the left');
  await manager.keyboard.press('Control+Enter');
  await expect(manager.locator('[data-pin][data-active]')).toBeVisible();

  await linksExpire(manager, proof);
  const [file] = await Promise.all([manager.waitForEvent('download'), button(manager, 'Download Proof').click()]);
  expect(await startOf(await file.path())).toBe('%PDF-');

  await linksExpire(manager, proof);
  await button(manager, 'Sort and export the comments').click();
  const report = manager.getByRole('menuitem', { name: 'PDF with the marked-up pages' });
  const [made] = await Promise.all([manager.waitForEvent('download'), report.click()]);
  expect(await startOf(await made.path())).toBe('%PDF-');

  await linksExpire(manager, proof);
  await version(manager, latest?.version ?? 0).click();
  await expect(manager).toHaveURL(new RegExp(latest?.id ?? 'none'));
  await expect(drawn(manager)).toBeVisible();
  const crops = manager.getByRole('region', { name: 'Carried forward' }).locator('figure canvas');
  await expect(crops.nth(1)).toBeVisible();

  await linksExpire(manager, proof);
  await manager.getByRole('link', { name: 'Compare' }).click();
  await expect(manager.getByRole('img', { name: /^Version \d+$/ })).toHaveCount(2);
});

test('a guest whose links have expired opens another version (SH-310, SH-316)', async ({ as, browser, baseURL }) => {
  const manager = await as('manager@northlight.test');
  const proof = await inReview(manager, ({ attachment }) => attachment.versions.length > 1);
  const owner = await as('owner@acme.test');
  await owner.goto(proofPath(proof));
  await button(owner, 'Invite guest').click();
  const dialog = owner.getByRole('dialog', { name: 'Guests' });
  await dialog.getByLabel('Name').fill('Vera Visitor');
  await dialog.getByLabel('E-mail').fill(`vera-${Date.now()}@example.com`);
  await button(owner, 'Send the invitation').click();
  const link = await dialog.getByLabel('Link for the guest').inputValue();

  const context = await browser.newContext({ baseURL, viewport: { width: 1440, height: 900 } });
  const guest = await context.newPage();
  await guest.goto(link);
  await guest.getByRole('dialog', { name: 'Welcome, Vera Visitor' }).getByRole('button', { name: 'Got it!' }).click();
  await expect(drawn(guest)).toBeVisible();
  await linksExpire(manager, proof);
  const older = proof.attachment.versions[1];
  await version(guest, older?.version ?? 0).click();
  await expect(guest).toHaveURL(new RegExp(older?.id ?? 'none'));
  await expect(drawn(guest)).toBeVisible();
  await context.close();
});

test('a PDF of 100 MB that loads in parts keeps scrolling after its link has expired (BD-271)', async ({
  as,
  shortLinks,
}) => {
  const manager = await as('manager@northlight.test');
  const proof = await newest(
    manager,
    ({ version: { fileType }, attachment }) => fileType === 'pdf' && attachment.can.addVersion,
  );
  const path = join(shortLinks.data, 'large.pdf');
  expect(await writeLargePdf(path, 62)).toBeGreaterThan(100 * 1000 * 1000);
  await manager.goto(proofPath(proof));
  await expect(drawn(manager)).toBeVisible();
  const [chooser] = await Promise.all([manager.waitForEvent('filechooser'), button(manager, 'New version').click()]);
  await chooser.setFiles(path);
  const added = version(manager, proof.version.version + 1);
  await expect(added).toBeVisible({ timeout: 90_000 });
  let read = 0;
  manager.on('requestfinished', (request) => {
    if (request.headers()['range']) void request.sizes().then(({ responseBodySize }) => (read += responseBodySize));
  });
  await added.click();
  await expect(manager.getByText('page 1 of 62', { exact: true })).toBeVisible();
  await expect(drawn(manager)).toBeVisible();
  await manager.mouse.move(600, 500);
  const place = manager.getByText(/^page \d+ of 62$/);
  let before = 1;
  for (const pages of [30, 31, -40]) {
    await linksExpire(manager, proof);
    await manager.mouse.wheel(0, pages * 1131);
    const number = async () => Number(/\d+/.exec(await place.innerText())?.[0]);
    await expect.poll(async () => Math.abs((await number()) - before)).toBeGreaterThan(20);
    before = await number();
    await expect(drawn(manager, before)).toBeVisible();
  }
  expect(read).toBeGreaterThan(0);
  expect(read, 'only what is looked at is read').toBeLessThan((await stat(path)).size / 2);
});

// The last one, because the server of these tests makes its pictures while the others run.
test('with expired links the thumbnails of the order and its versions show, and a file without preview downloads (SH-288, BD-222)', async ({
  as,
}) => {
  const manager = await as('manager@northlight.test');
  const pictured = () =>
    newest(
      manager,
      ({ version: { fileType, thumbnail }, attachment }) =>
        fileType === 'image' && thumbnail !== '' && attachment.can.addVersion,
    );
  await expect(pictured, 'the server makes pictures when it has started').toPass({ timeout: 60_000 });
  const proof = await pictured();
  await manager.goto(`/orders/detail/${proof.order.id}`);
  const tile = manager
    .locator(`a[href="/orders/detail/${proof.order.id}/attachments/${proof.attachment.id}"]`)
    .filter({ has: manager.locator('img') });
  await loaded(tile.locator('img'));
  await linksExpire(manager, proof);
  await tile.click();
  await loaded(manager.locator('[data-page="1"] img'));
  await loaded(manager.getByRole('navigation', { name: 'Versions' }).locator('img'));
  await linksExpire(manager, proof);
  await manager.goBack();
  await loaded(tile.locator('img'));

  await manager.goto(`/orders/detail/${proof.order.id}/attachments/${proof.attachment.id}`);
  await expect(drawn(manager)).toBeVisible();
  const [chooser] = await Promise.all([manager.waitForEvent('filechooser'), button(manager, 'New version').click()]);
  await chooser.setFiles({ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('two points more') });
  const added = version(manager, proof.version.version + 1);
  await expect(added).toBeVisible();
  await added.click();
  const download = button(manager, 'Download the file');
  await expect(download).toBeVisible();
  await linksExpire(manager, proof);
  const [file] = await Promise.all([manager.waitForEvent('download'), download.click()]);
  expect(await readFile(await file.path(), 'utf8')).toBe('two points more');
});
