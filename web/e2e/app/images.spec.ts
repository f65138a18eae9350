import { makeImage } from '../../tests/fake/shell';
import { lookAt, wideAndPhone } from '../looks';
import { expect, test } from './fixtures';

const make = (count: number) => Array.from({ length: count }, (_, n) => makeImage(n));

test('10,000 images: the grid goes to the last of them with few in the document, and comes back (D-64)', async ({
  page,
  server,
}) => {
  server.shell.images = make(10_000);
  await page.goto('/my-images');
  const tiles = page.getByRole('listitem').filter({ has: page.getByRole('button', { name: /^Download/ }) });
  await expect(tiles.first()).toBeVisible();
  // The whole grid is loaded once the page says how many images there are.
  await page.getByText(/^The first [0-9,]+ images$/).evaluate(async (count) => {
    while (count.textContent !== '10,000 images') {
      window.scrollTo(0, document.body.scrollHeight);
      await new Promise((drawn) => requestAnimationFrame(drawn));
    }
  });
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
  await expect(page.getByRole('link', { name: 'label-9999.png' })).toBeVisible();
  expect(await tiles.count()).toBeLessThan(100);
  await page.evaluate(() => window.scrollTo(0, 0));
  await expect(page.getByRole('link', { name: 'label-0.png' })).toBeVisible();
  expect(await tiles.count()).toBeLessThan(100);
});

test('the keyboard reaches the proof, the order and the download of an image: axe finds no violation in light and dark, wide and on a phone (D-64, BY-032)', async ({
  page,
  server,
}) => {
  server.shell.images = [];
  await page.goto('/my-images');
  await expect(page.getByText('No images yet')).toBeVisible();
  await lookAt(page, 'images-none', wideAndPhone);
  server.shell.images = make(40);
  await page.reload();
  await expect(page.getByText('40 images')).toBeVisible();
  await lookAt(page, 'images', wideAndPhone);
  await page.getByRole('link', { name: 'label-0.png' }).focus();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'PB-1000 Order 0' }).first()).toBeFocused();
  await page.keyboard.press('Tab');
  const downloaded = page.waitForEvent('download');
  await page.keyboard.press('Enter');
  expect((await downloaded).suggestedFilename()).toBe('label-0.png');
});
