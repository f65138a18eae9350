import { expect, type Page, test } from '@playwright/test';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { signIn } from '../server/people';
import { quantile } from './measure';
import { print, type Row } from './table';

/**
 * The number of orders opened, each for the first time. The median counts. Other orders are opened
 * before, so that the code is warm.
 */
const turns = 12;
const before = 3;

const binary = join(import.meta.dirname, '../../../bin/proofboard');
let data = '';
let server: ChildProcess;
let url = '';

async function freePort(): Promise<number> {
  const listener = createServer().listen(0, '127.0.0.1');
  await once(listener, 'listening');
  const address = listener.address();
  listener.close();
  await once(listener, 'close');
  if (typeof address !== 'object' || !address) throw new Error('no port is free');
  return address.port;
}

test.beforeAll(async () => {
  test.setTimeout(180_000);
  data = await mkdtemp(join(tmpdir(), 'pb-open-'));
  await chmod(data, 0o755);
  const listen = `127.0.0.1:${await freePort()}`;
  url = `http://${listen}`;
  server = spawn(binary, ['serve', '--listen', listen, '--data', data, '--demo'], { stdio: 'ignore' });
  const ready = () =>
    fetch(`${url}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
  await expect.poll(ready, { timeout: 120_000 }).toBe(true);
});

test.afterAll(async () => {
  server.kill();
  if (server.exitCode === null) await once(server, 'exit');
  await rm(data, { recursive: true, force: true });
});

type Opened = { frame: number; content: number };

/**
 * Returns the times in ms from a click on the n-th card until the order's frame and then all of it
 * is painted.
 */
const openCard = (page: Page, n: number): Promise<Opened> =>
  page.evaluate(async (index) => {
    const card = document.querySelectorAll<HTMLElement>('[data-card]').item(index);
    const name = card.querySelector('a')?.textContent?.slice(0, 20) ?? '';
    const painted = (seen: () => boolean) =>
      new Promise<number>((resolve) => {
        const look = () => {
          if (seen()) requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - start)));
          else requestAnimationFrame(look);
        };
        look();
      });
    const start = performance.now();
    card.click();
    const heading = () =>
      location.pathname !== '/' && document.querySelector('h1')?.textContent?.includes(name) === true;
    const all = () =>
      heading() && [...document.querySelectorAll('h2')].some(({ textContent }) => textContent === 'Timeline');
    const [frame, content] = await Promise.all([painted(heading), painted(all)]);
    return { frame, content };
  }, n);

test('an order is opened from the board of the product itself', async ({ browser }) => {
  test.setTimeout(180_000);
  const context = await browser.newContext({ baseURL: url, viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  await signIn(page, 'manager@northlight.test');
  const cards = page.locator('[data-card]');
  await expect(cards.first()).toBeVisible();
  const loaded = page.waitForResponse(/OrderPage-.*\.js/);
  await page.reload();
  await loaded; // The idle browser prefetches the page.
  await expect(cards.nth(turns + before)).toBeAttached();
  const all: Opened[] = [];
  for (let turn = 0; turn < turns + before; turn += 1) {
    await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
    const opened = await openCard(page, turn);
    if (turn >= before) all.push(opened);
    await page.goBack();
    await expect(cards.nth(turns + before)).toBeAttached();
  }
  const median = (of: (opened: Opened) => number) => quantile(all.map(of), 0.5);
  const rows: Row[] = [
    {
      what: 'click on a card: the frame of its order painted',
      figure: median(({ frame }) => frame),
      unit: 'ms',
      bound: 150,
    },
    { what: 'click on a card: all of the order painted', figure: median(({ content }) => content), unit: 'ms' },
  ];
  await context.close();
  print('opening an order on the real server', rows);
});
