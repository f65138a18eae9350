import { readFile } from 'node:fs/promises';
import {
  decodePDFRawStream,
  PDFArray,
  PDFDict,
  PDFDocument,
  PDFName,
  PDFNumber,
  type PDFPage,
  PDFRawStream,
} from '@cantoo/pdf-lib';
import type { Locator, Page } from '@playwright/test';
import { png } from '../bench/artwork';
import { inReview, type Proof, proofPath } from './api';
import { expect, test } from './people';

test.use({ viewport: { width: 1440, height: 900 } });

const shots = process.env['SHOTS'];
const button = (page: Page, name: string): Locator => page.getByRole('button', { name, exact: true });

/** Returns the number of tiles drawn over a page, and whether every pixel of the tile is white. */
function tiles(page: PDFPage): { count: number; light: boolean } {
  const { context } = page.doc;
  const images = page.node.Resources()?.lookupMaybe(PDFName.of('XObject'), PDFDict);
  const stamp = images?.entries().find(([, ref]) => {
    const image = context.lookup(ref);
    const side = (name: string) =>
      image instanceof PDFRawStream ? image.dict.lookupMaybe(PDFName.of(name), PDFNumber)?.asNumber() : 0;
    return side('Width') === 2 * 194 && side('Height') === 2 * 58;
  });
  if (!stamp) return { count: 0, light: false };
  const [, ref] = stamp;
  const names = images?.entries().flatMap(([name, of]) => (of === ref ? [name.toString()] : [])) ?? [];
  const contents = page.node.Contents();
  const streams = contents instanceof PDFArray ? contents.asArray().map((one) => context.lookup(one)) : [contents];
  const text = streams
    .map((one) =>
      one instanceof PDFRawStream ? Buffer.from(decodePDFRawStream(one).decode()).toString('latin1') : String(one),
    )
    .join('\n');
  const image = context.lookup(ref);
  const pixels = image instanceof PDFRawStream ? decodePDFRawStream(image).decode() : new Uint8Array();
  const drawn = new Set(text.match(/\/\S+(?= Do)/g));
  const count = names.filter((name) => drawn.has(name)).length;
  return { count, light: pixels.every((value) => value === 255) };
}

/** Returns the first page of the downloaded proof. */
async function downloaded(page: Page, proof: Proof): Promise<PDFPage> {
  await page.goto(proofPath(proof));
  const [file] = await Promise.all([page.waitForEvent('download'), button(page, 'Download Proof').click()]);
  return (await PDFDocument.load(await readFile(await file.path()))).getPage(0);
}

async function dialog(page: Page, proof: Proof): Promise<Locator> {
  await page.goto(`/orders/detail/${proof.order.id}`);
  await page.getByRole('button', { name: /^Watermark: / }).click();
  const found = page.getByRole('dialog', { name: 'Watermark of downloaded proofs' });
  await expect(found.getByRole('radio', { name: 'No watermark' })).toBeVisible();
  return found;
}

async function pictureOf(page: Page, inside: Locator, colour: number, name: string): Promise<void> {
  await inside.getByRole('radio', { name: /^A picture/ }).check();
  const chooser = page.waitForEvent('filechooser');
  await inside.getByRole('button', { name: /^Choose a(nother)? picture$/ }).click();
  const buffer = png(194, 58, () => colour);
  await (await chooser).setFiles({ name, mimeType: 'image/png', buffer });
  await expect(inside.getByRole('img', { name: `${name}, repeated` })).toBeVisible();
}

async function save(page: Page, inside: Locator): Promise<void> {
  await inside.getByRole('button', { name: 'Save' }).click();
  await expect(inside).toHaveCount(0);
  await expect(page.getByText('The watermark is set')).toBeVisible();
}

test('the watermark of a client is tiled over the downloads of all its orders, and the watermark of an order replaces it (BD-282, BD-283, BD-284)', async ({
  as,
}) => {
  const manager = await as('manager@northlight.test');
  const owner = await as('owner@acme.test');
  const proof = await inReview(manager, ({ version }) => version.fileType === 'image');
  expect(tiles(await downloaded(owner, proof)).count).toBe(0);

  // The provider sets it for all orders of the client.
  const ofClient = await dialog(manager, proof);
  await ofClient.getByText('All orders of Acme Foods', { exact: true }).click();
  await pictureOf(manager, ofClient, 0xc02020, 'studio.png');
  await save(manager, ofClient);
  await expect(manager.getByRole('button', { name: 'Watermark: On downloads. Change' })).toBeVisible();

  const page = await downloaded(owner, proof);
  const { width, height } = page.getSize();
  const all = Math.ceil(width / 0.75 / 194) * Math.ceil(height / 0.75 / 58);
  expect(tiles(page)).toEqual({ count: all, light: false });

  // The owner sets it for this order: the tiles are light on dark artwork.
  const ofOrder = await dialog(owner, proof);
  await expect(ofOrder.getByText('studio.png')).toBeVisible();
  await pictureOf(owner, ofOrder, 0x2040c0, 'mine.png');
  await ofOrder.getByRole('checkbox', { name: /^The proofs are dark/ }).check();
  if (shots) {
    for (const colorScheme of ['light', 'dark'] as const) {
      await owner.emulateMedia({ colorScheme });
      for (const [wide, tall] of [
        [1440, 900],
        [390, 844],
      ] as const) {
        await owner.setViewportSize({ width: wide, height: tall });
        await owner.screenshot({ path: `shots/watermark-${colorScheme}-${wide}.png` });
      }
    }
    await owner.setViewportSize({ width: 1440, height: 900 });
  }
  await save(owner, ofOrder);
  expect(tiles(await downloaded(manager, proof))).toEqual({ count: all, light: true });

  const none = await dialog(owner, proof);
  await none.getByRole('radio', { name: 'No watermark' }).check();
  await save(owner, none);
  expect(tiles(await downloaded(owner, proof)).count).toBe(0);

  const back = await dialog(manager, proof);
  await back.getByText('All orders of Acme Foods', { exact: true }).click();
  await back.getByRole('radio', { name: 'No watermark' }).check();
  await save(manager, back);
});

test('a watermark that is no image, or too large, is refused before it is sent', async ({ as }) => {
  const owner = await as('owner@acme.test');
  const manager = await as('manager@northlight.test');
  const proof = await inReview(manager, () => true);
  const inside = await dialog(owner, proof);
  await inside.getByRole('radio', { name: /^A picture/ }).check();
  await inside.getByRole('button', { name: 'Save' }).click();
  await expect(inside.getByRole('alert')).toHaveText('Choose a picture first.');
  for (const [mimeType, size, words] of [
    ['application/pdf', 10, 'Choose a PNG or JPEG picture.'],
    ['image/png', 1_048_577, 'The picture is larger than 1 MB. Choose a smaller one.'],
  ] as const) {
    const chooser = owner.waitForEvent('filechooser');
    await inside.getByRole('button', { name: 'Choose a picture' }).click();
    await (await chooser).setFiles({ name: 'mark.png', mimeType, buffer: Buffer.alloc(size) });
    await expect(inside.getByRole('alert')).toHaveText(words);
  }
});
