import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expect, test } from './fixtures';
import { type OddFile, oddFiles, unwritable } from './oddFiles';
import { boxAt, brochure, label, proofOf, Proofs, topic } from './proofs';

const side = 300;
const files = await oddFiles();

/** Returns the first page without the marks drawn over it, `side` pixels wide. */
async function shown(page: Page): Promise<{ width: number; height: number; pixels: Buffer }> {
  const sheet = page.locator('[data-page="1"] [data-sheet][data-drawn="true"] canvas, [data-page="1"] img');
  await expect(sheet).toBeVisible();
  const { width, height, base64 } = await sheet.evaluate(async (from, wide) => {
    if (from instanceof HTMLImageElement) await from.decode();
    const source = from as HTMLCanvasElement | HTMLImageElement;
    const size =
      source instanceof HTMLImageElement
        ? { width: source.naturalWidth, height: source.naturalHeight }
        : { width: source.width, height: source.height };
    const canvas = document.createElement('canvas');
    canvas.width = wide;
    canvas.height = Math.round((size.height * wide) / size.width);
    const context = canvas.getContext('2d');
    context?.drawImage(source, 0, 0, canvas.width, canvas.height);
    const { data } = context?.getImageData(0, 0, canvas.width, canvas.height) ?? { data: [] };
    const text = Array.from(data, (byte) => String.fromCodePoint(byte)).join('');
    return { width: canvas.width, height: canvas.height, base64: btoa(text) };
  }, side);
  return { width, height, pixels: Buffer.from(base64, 'base64') };
}

type Shown = Awaited<ReturnType<typeof shown>>;
const at = ({ width, pixels }: Shown, x: number, y: number) => [
  ...pixels.subarray((Math.round(y) * width + Math.round(x)) * 4).subarray(0, 3),
];

/** Opens the file as the newest version. The exported proof will be the version before. */
async function open(page: Page, proofs: Proofs, file: OddFile): Promise<number> {
  const attachment = file.type === 'application/pdf' ? brochure : label;
  const [version, before] = proofs.of(attachment).versions;
  if (!version || !before) throw new Error('the proof has no two versions');
  Object.assign(version, proofs.put('odd', file.body, file.type));
  Object.assign(before, proofs.put('made', Buffer.alloc(0), 'application/pdf'));
  proofs.set(version, [topic(1, { annotation: boxAt(40, 40) })]);
  await page.goto(proofOf(attachment));
  if (file.password) {
    await page.getByLabel('Password', { exact: true }).fill(file.password);
    await page.keyboard.press('Enter');
  }
  await expect(page.locator('[data-pin]')).toBeVisible();
  const { width } = (await page.locator('[data-page="1"]').boundingBox()) ?? { width: 0 };
  const zoom = await page.getByRole('button', { name: /^Zoom: / }).innerText();
  return width / (Number.parseFloat(zoom) / 100);
}

for (const [what, file] of Object.entries(files)) {
  test(`an exported proof of a file with ${what} looks like the screen and has its mark in the same place (BY-047, BD-281)`, async ({
    page,
    server,
  }) => {
    const proofs = await new Proofs(server).open();
    const wide = await open(page, proofs, file);
    const before = await shown(page);
    const [download] = await Promise.all([
      page.waitForEvent('download', { timeout: 30_000 }),
      page.getByRole('button', { name: 'Download Proof' }).click(),
    ]);
    const body = await readFile(await download.path());

    proofs.put('made', body, 'application/pdf');
    await page.getByRole('navigation', { name: 'Versions' }).getByText('v1', { exact: true }).click();
    await expect(page.getByRole('heading', { level: 1 }).getByText('v1', { exact: true })).toBeVisible();
    const scale = side / wide; // Pixels of the image for one page pixel.
    const [left, top, width, height] = [40, 40, 80, 50].map((n) => n * scale) as [number, number, number, number];
    const edges = [
      [left + width / 2, top + height],
      [left + width, top + height / 2],
    ] as const;
    // The page of the newest version shows until that of the exported proof is drawn.
    let after = before;
    await expect(async () => {
      after = await shown(page);
      for (const [x, y] of edges) {
        const [red = 0, green = 0, blue = 0] = at(after, x, y);
        expect(red - Math.max(green, blue), `the mark's edge at ${x}, ${y}`).toBeGreaterThan(80);
      }
    }).toPass();
    expect(after.height).toBe(before.height);
    let other = 0;
    for (let y = 0; y < before.height; y += 5) {
      for (let x = 0; x < side; x += 5) {
        const near = x > left - 25 && x < left + width + 25 && y > top - 25 && y < top + height + 25;
        const far = at(before, x, y).some((value, i) => Math.abs(value - (at(after, x, y)[i] ?? 0)) > 60);
        if (far && !near) other += 1;
      }
    }
    expect(other, 'places beside the mark that look different').toBeLessThan(12);
    const pages = file.drawn ? 2 : 1; // The last page lists the pages that were drawn as pictures.
    await expect(page.getByRole('img', { name: new RegExp(`, page 1 of ${pages}$`) })).toHaveCount(1);
    if (file.drawn) {
      await page.keyboard.press('End');
      await expect(page.getByText(/^Page 1 is a picture at 300 dpi/)).toBeAttached();
    }
  });
}

test('a file that no library can write is refused with the reason when more than 200 of its pages would be pictures (BY-047, BD-449)', async ({
  page,
  server,
}) => {
  const proofs = await new Proofs(server).open();
  await open(page, proofs, { type: 'application/pdf', body: unwritable(201) });
  await page.getByRole('button', { name: 'Download Proof' }).click();
  const toast = page.getByRole('alert').filter({ hasText: 'Oops, something went wrong download pdf' });
  await expect(toast).toContainText(
    'This file cannot be written with its marks, and its 201 pages are too many to be drawn as pictures.',
    { timeout: 30_000 },
  );
  await expect(page.getByRole('button', { name: 'Download Proof' })).toBeEnabled();
});
