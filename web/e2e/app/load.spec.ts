import { gzipSync } from 'node:zlib';
import { expect, test } from './fixtures';

/** The most gzipped JavaScript, in bytes, that may load before the board shows. */
const limit = 170_000;

test('at most 170 kB of gzipped JavaScript load before a signed-in user sees the board', async ({ page }) => {
  // The app prefetches only when the browser is idle. Here it never is, so that only what the board
  // needs is counted.
  await page.addInitScript(() => {
    window.requestIdleCallback = () => 0;
  });
  const sizes = new Map<string, Promise<number>>();
  page.on('response', (response) => {
    if (response.request().resourceType() !== 'script') return;
    sizes.set(
      new URL(response.url()).pathname,
      response.body().then((body) => gzipSync(body).length),
    );
  });
  await page.goto('/');
  await expect(page.locator('[data-card]').first()).toBeVisible();
  const files = await Promise.all([...sizes].map(async ([path, size]) => [path, await size] as const));
  const total = files.reduce((sum, [, size]) => sum + size, 0);
  for (const [path, size] of files) test.info().annotations.push({ type: path, description: `${size} bytes` });
  expect(files.length).toBeGreaterThan(1);
  expect(total, files.map(([path, size]) => `${path}: ${size}`).join('\n')).toBeLessThanOrEqual(limit);
});

test('code that the first page does not need is prefetched after the board shows, and opens without a delay', async ({
  page,
}) => {
  const scripts: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.push(request.url());
  });
  await page.goto('/');
  await expect(page.locator('[data-card]').first()).toBeVisible();
  for (const part of [
    'BellPopover',
    'UserPopover',
    'CardMenuItems',
    'Dialog',
    'ShortcutList',
    'toaster',
    'dragAndDrop',
  ]) {
    await expect.poll(() => scripts.some((url) => url.includes(`/${part}-`)), part).toBe(true);
  }
});
