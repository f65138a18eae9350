import type { Page } from '@playwright/test';
import { violations } from '../looks';
import { readOrder } from './api';
import { expect, test } from './people';

test.use({ viewport: { width: 1440, height: 900 } });

/** The smallest possible PNG. */
const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const script = '<script>document.title = "it ran"; localStorage.clear();</script>';

/** Drops files with these names and contents on an element. */
async function drop(page: Page, on: RegExp, files: Record<string, string>): Promise<void> {
  const dataTransfer = await page.evaluateHandle((named) => {
    const carried = new DataTransfer();
    for (const [name, base64] of Object.entries(named)) {
      carried.items.add(new File([Uint8Array.from(atob(base64), (c) => c.charCodeAt(0))], name));
    }
    return carried;
  }, files);
  await page.getByText(on).dispatchEvent('drop', { dataTransfer });
}

const base64 = (text: string): string => Buffer.from(text).toString('base64');

test('files are dropped, their progress shows, they are cancelled or stored, and no script in them runs (SH-283, SH-291, BY-032)', async ({
  as,
}) => {
  const owner = await as('owner@acme.test');
  await owner.goto('/orders/new');
  await owner.getByLabel('Order name').fill('Journey of files');
  await owner.route('**/upload-token/**', async (route) => {
    if (!route.request().postData()?.includes('slow.txt')) return route.continue();
    const response = await route.fetch();
    const json = (await response.json()) as { data: { url: string } };
    json.data.url += '?held';
    return route.fulfill({ response, json });
  });
  await owner.route(
    ({ search }) => search === '?held',
    () => undefined, // The element never exists.
  );
  await drop(owner, /^Drop logos/, {
    'logo.png': png,
    'picture.png': base64(`<svg xmlns="http://www.w3.org/2000/svg">${script}</svg>`),
    'page.txt': base64(`<!doctype html><title>page</title>${script}`),
    'slow.txt': base64('kept waiting'),
    'run.exe': base64('MZ'),
  });
  await expect(owner.getByRole('alert').filter({ hasText: 'Not supported file' })).toContainText('run.exe');
  const uploads = owner.getByRole('list', { name: 'Uploads' });
  await expect(uploads.getByRole('progressbar', { name: /^slow\.txt/ })).toBeAttached();
  for (const name of ['logo.png', 'picture.png', 'page.txt']) {
    await expect(uploads.getByText(name)).toHaveCount(0);
    await expect(owner.getByRole('region', { name: /^Supplied files/ }).getByText(name)).toBeVisible();
  }
  expect(await violations(owner)).toEqual([]);
  await owner.setViewportSize({ width: 390, height: 844 });
  await owner.emulateMedia({ colorScheme: 'dark' });
  expect(await violations(owner)).toEqual([]);
  await owner.getByRole('button', { name: 'Cancel slow.txt' }).click();
  await expect(uploads).toHaveCount(0);
  await owner.setViewportSize({ width: 1440, height: 900 });

  await owner.getByRole('button', { name: 'Save as Draft' }).click();
  await expect(owner.getByRole('heading', { name: 'Journey of files' })).toBeVisible();
  await expect(owner.getByRole('link', { name: /Version 1/ })).toHaveCount(3);
  await expect(owner.getByRole('region', { name: 'Storage' })).toContainText(/of 20 GB/);
  expect(await violations(owner)).toEqual([]);

  const orderId = owner.url().split('/').pop() ?? '';
  const { attachments } = await readOrder(owner, orderId);
  for (const { name, versions } of attachments.suppliedFiles.filter((file) => file.name !== 'logo.png')) {
    const [saved] = await Promise.all([
      owner.waitForEvent('download'),
      owner.evaluate((url) => {
        const link = document.body.appendChild(document.createElement('a'));
        link.href = url;
        link.click();
        link.remove();
      }, versions[0]?.url ?? ''),
    ]);
    expect(saved.suggestedFilename()).toBe(name);
  }
  expect(owner.url()).toContain(orderId);
  expect(await owner.title()).not.toBe('it ran');
  expect(await owner.evaluate(() => localStorage.getItem('token'))).not.toBeNull();

  const tile = attachments.suppliedFiles.find(({ name }) => name === 'logo.png');
  await owner.goto(`/orders/detail/${orderId}/attachments/${tile?.id}`);
  const [chooser] = await Promise.all([
    owner.waitForEvent('filechooser'),
    owner.getByRole('button', { name: 'New version' }).click(),
  ]);
  await chooser.setFiles({ name: 'logo (2).png', mimeType: 'image/png', buffer: Buffer.from(png, 'base64') });
  await expect(owner.getByRole('navigation', { name: 'Versions' }).getByText('v2')).toBeVisible();
});
