import { type Page, test } from '@playwright/test';
import { makeImage } from '../../tests/fake/shell';
import { png } from './artwork';
import { keyTimes, newPage, quantile, quietest, scrollFrames } from './measure';
import { startServer } from './server';
import { print, type Row } from './table';

const many = 10_000;
const thumbnails = 200;
const frame = 17;

const rows: Row[] = [];
const add = (what: string, figure: number, unit: string, bound?: number) => rows.push({ what, figure, unit, bound });

test.describe.configure({ mode: 'serial', timeout: 120_000 });

/** Waits until the browser has been idle `count` times, so that tasks that wait for idle time have run. */
const idle = (page: Page, count: number) =>
  page.evaluate(async (periods) => {
    for (let n = 0; n < periods; n += 1) await new Promise((free) => requestIdleCallback(free));
  }, count);

/** Words of names of orders, letters in their order, a number, and what nothing has. */
const queries = ['harvest jar', 'dvl', 'price list', '1042', 'label van', 'zzzzzz'];

test('the palette over 10,000 orders in the browser', async ({ browser }) => {
  const server = await startServer(many, true);
  const page = await newPage(browser);
  await page.goto(server.url);
  await page.locator('[data-card]').first().waitFor();
  await page.waitForLoadState('networkidle');
  await idle(page, 100); // The orders are searched ahead in twenty of them.
  const field = page.getByRole('combobox', { name: 'Search and commands' });
  const opening: number[] = [];
  const typing: number[] = [];
  for (const query of queries) {
    const opened = await keyTimes(page);
    await page.keyboard.press('Control+k');
    await field.waitFor();
    opening.push(...(await opened.stop()));
    await field.evaluate((one) =>
      // It has faded in.
      Promise.all(
        one
          .closest('section')
          ?.getAnimations()
          .map(({ finished }) => finished) ?? [],
      ),
    );
    const typed = await keyTimes(page);
    await page.keyboard.type(query, { delay: 60 });
    typing.push(...(await typed.stop()));
    await page.keyboard.press('Escape');
    await field.waitFor({ state: 'detached' });
  }
  add('the palette opens, after the first time, p50', quantile(opening.slice(1), 0.5), 'ms');
  add('a letter in the palette over 10,000 orders, p50', quantile(typing, 0.5), 'ms', 50);
  add('a letter in the palette over 10,000 orders, p95', quantile(typing, 0.95), 'ms', 50);
  await page.context().close();
  await server.close();
});

test('the gallery of 10,000 pictures', async ({ browser }) => {
  const pictures = Array.from({ length: thumbnails }, (_, n) =>
    png(320, 320, (x, y) => (((x * 7 + n * 31) % 256) << 16) | (((y * 5 + n) % 256) << 8) | ((x ^ y) % 256)),
  );
  const path = (n: number) => `/files/${n % thumbnails}.png`;
  const server = await startServer(10, true, {
    files: Object.fromEntries(pictures.map((picture, n) => [path(n), picture])),
    prepare: ({ shell }) => {
      shell.images = Array.from({ length: many }, (_, n) => makeImage(n, { thumbnail: path(n) }));
    },
  });
  const page = await newPage(browser);
  await page.goto(`${server.url}/my-images`);
  await page
    .getByRole('button', { name: /^Download/ })
    .first()
    .waitFor();
  await page.getByText(/^The first [0-9,]+ images$/).evaluate(async (count) => {
    while (count.textContent !== '10,000 images') {
      window.scrollTo(0, document.body.scrollHeight);
      await new Promise((drawn) => requestAnimationFrame(drawn));
    }
    window.scrollTo(0, 0);
  });
  const { times, each } = await quietest(page, 3, () => scrollFrames(page, 180, 'html'));
  add('a scroll in the gallery, main thread a frame', each, 'ms', frame);
  add('a scroll in the gallery, frames p50', quantile(times, 0.5), 'ms', frame);
  add('a scroll in the gallery, frames p95', quantile(times, 0.95), 'ms', frame);
  add('the gallery: DOM nodes', await page.evaluate(() => document.querySelectorAll('*').length), '', 5000);
  await page.context().close();
  await server.close();
});

test.afterAll(() => print('BY-049 and D-64', rows));
