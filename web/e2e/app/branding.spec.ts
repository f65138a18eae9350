import type { Page } from '@playwright/test';
import { makeReseller } from '../../tests/fake/data';
import { ok } from '../../tests/fake/server';
import { type Look, lookAt } from '../looks';
import { expect, test } from './fixtures';

/** Both appearances at each width. */
const looks: Look[] = [1440, 768, 390].flatMap((width) => [
  { scheme: 'light', width } as const,
  { scheme: 'dark', width } as const,
]);

const svg = (attributes: string, content: string) => ({
  name: 'logo.svg',
  mimeType: 'image/svg+xml',
  buffer: Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" ${attributes}>${content}</svg>`),
});
const square = '<rect width="100%" height="100%" fill="#0f766e"/>';

/** Returns the size of the picture that was uploaded last. */
async function uploaded(page: Page, requests: { path: string; body: string }[]) {
  const body = requests.findLast(({ path }) => path.endsWith('/brand-files'))?.body ?? '{}';
  const { image } = JSON.parse(body) as { image: string };
  return page.evaluate(async (base64) => {
    const picture = new Image();
    picture.src = `data:image/png;base64,${base64}`;
    await picture.decode();
    return { width: picture.naturalWidth, height: picture.naturalHeight };
  }, image);
}

test.describe('the branding', () => {
  test.use({ role: 'admin' });

  test('in light and dark, at 1440, 768 and 390 px: axe finds no violation (BY-032)', async ({ page }) => {
    await page.goto('/clients/brightside/branding');
    const form = page.getByRole('form', { name: 'Branding' });
    await expect(form).toBeVisible();
    await form.getByLabel('Choose the logo').first().setInputFiles(svg('viewBox="0 0 64 24"', square));
    await expect(form.getByRole('button', { name: 'Remove the logo' })).toBeVisible();
    await lookAt(page, 'branding', looks);
    // A colour that is hardly to be read, and errors.
    await form.getByRole('textbox', { name: 'Name', exact: true }).fill('');
    await form.getByRole('textbox', { name: 'Brand colour', exact: true }).fill('#fde047');
    await form.getByRole('button', { name: 'Save branding' }).click();
    await expect(form.getByText('Required!')).toBeVisible();
    await lookAt(page, 'branding-errors', looks);
  });

  test('pictures are drawn as PNG before they are sent, whatever size they have, and a file that is none leaves the picture', async ({
    page,
    server,
  }) => {
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    await page.goto('/branding');
    const logo = page.getByRole('group', { name: 'Logo', exact: true });
    const input = logo.locator('input[type=file]');
    await input.setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: Buffer.from('no picture') });
    await expect(logo.getByText(/^This file cannot be read as a picture/)).toBeVisible();
    await input.setInputFiles({ name: 'big.png', mimeType: 'image/png', buffer: Buffer.alloc(5 * 1024 * 1024 + 1) });
    await expect(logo.getByText(/^This file is larger than 5 MB/)).toBeVisible();
    await expect(logo.getByRole('button', { name: /^Remove/ })).toHaveCount(0);

    // An SVG runs no script and loads nothing.
    const content =
      `${square}<script>parent.document.title = 'taken'; window.ran = true</script>` +
      '<image href="http://outside.test/pixel.png" width="10" height="10"/>' +
      '<style>@import url(http://outside.test/style.css);</style>';
    await input.setInputFiles(svg('viewBox="0 0 64 24" onload="window.ran = true"', content));
    await expect(logo.getByRole('button', { name: 'Remove the logo' })).toBeVisible();
    expect(server.requests.some(({ path }) => path.endsWith('/brand-files'))).toBe(true);
    expect(await page.evaluate(() => 'ran' in window)).toBe(false);
    expect(await page.title()).not.toContain('taken');
    expect(asked.filter((url) => url.includes('outside.test'))).toEqual([]);

    const group = (name: string) => page.getByRole('group', { name, exact: true });
    const sizeOf = async (name: string, file: ReturnType<typeof svg>) => {
      const before = server.requests.length;
      await group(name).locator('input[type=file]').setInputFiles(file);
      await expect
        .poll(() => server.requests.slice(before).some(({ path }) => path.endsWith('/brand-files')))
        .toBe(true);
      await expect(group(name).getByRole('button', { name: /^Remove/ })).toBeVisible();
      return uploaded(page, server.requests);
    };
    expect(await sizeOf('Logo', svg('viewBox="0 0 800 100"', square))).toEqual({ width: 640, height: 80 });
    expect(await sizeOf('Logo', svg('', square))).toEqual({ width: 640, height: 240 });
    // As drawing programs write it: with their own data beside the drawing.
    const own = '<switch><foreignObject requiredExtensions="x" width="1" height="1"/><g>' + square + '</g></switch>';
    expect(await sizeOf('Logo', svg('width="64" height="24"', own))).toEqual({ width: 640, height: 240 });
    expect(await sizeOf('Favicon', svg('width="16" height="16"', square))).toEqual({ width: 256, height: 256 });
    expect(await sizeOf('Image placeholder', svg('viewBox="0 0 10 10"', square))).toEqual({ width: 640, height: 640 });
  });
});

test('the two views of a reseller in light and dark, at each width: axe finds no violation (BY-032)', async ({
  page,
  server,
}) => {
  server.own.profile = makeReseller();
  await page.addInitScript(() => window.localStorage.setItem('clientId', 'brightside'));
  await page.goto('/');
  const views = page.getByRole('group', { name: 'Toggle view as' });
  await expect(views).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Customers' })).toBeVisible();
  await lookAt(page, 'client-view', looks);
  await views.getByRole('button', { name: 'Customer view' }).click();
  await expect(page.getByRole('heading', { name: 'Order board' })).toBeVisible();
  await lookAt(page, 'customer-view', looks);
});

test('a sign-in shows nothing of the product before the brand of its host name, and nothing moves', async ({
  page,
  server,
}) => {
  const theme = { brand: '#0f766e', name: 'Brightside Agency' };
  server.intercept = ({ path }) =>
    path.endsWith('/brand') ? ok({ kind: 'reseller', theme, signUp: false }) : undefined;
  await page.addInitScript(() => {
    window.localStorage.clear();
    const moved: number[] = [];
    Object.assign(window, { moved });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) moved.push((entry as PerformanceEntry & { value: number }).value);
    }).observe({ type: 'layout-shift', buffered: true });
  });
  await page.goto('/invitation?token=t0ken&type=customer&email=ann%40acme.test');
  await expect(page.getByText('Brightside Agency')).toBeVisible();
  await expect(page).toHaveTitle('Invitation · Brightside Agency');
  await expect(page.locator('html')).toHaveCSS('--brand', '#0f766e');
  const moved = await page.evaluate(() => (window as unknown as { moved: number[] }).moved);
  expect(moved.reduce((sum, value) => sum + value, 0)).toBeLessThan(0.01);
});
