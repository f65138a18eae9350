import { type Browser, type Page, test } from '@playwright/test';
import { signIn } from '../app/fixtures';
import type { Attachment, Order, Version } from '../../src/api/generated';
import type { Topic } from '../../src/api/generated/proof';
import { pdf, pictureBook, png } from './artwork';
import { frames, quantile, quietest, tabMemory } from './measure';
import { type BenchServer, startServer } from './server';
import { print, type Row } from './table';

/** The number of times a proof is opened. The median counts. */
const turns = 5;
const frame = 17;
const pages = 100;
/** The number of images in the document, 7.7 MB each when drawn. */
const pictures = 60;
const marks = 2_000;
const side = 4_000;

const rows: Row[] = [];
const add = (what: string, figure: number, unit: string, bound?: number) => rows.push({ what, figure, unit, bound });

const uuid = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
const says = (text: string) =>
  JSON.stringify({ type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text }] }] });

/** Returns a mark of a crowded image. */
function topic(n: number): Topic {
  const attrs = { x: 20 + (n % 50) * 78, y: 20 + Math.floor(n / 50) * 98, width: 50, height: 60 };
  const style = { stroke: ['red', 'blue', 'green'][n % 3], strokeWidth: 5, version: 0.2, id: uuid(n) };
  const sender = { id: uuid(900_000 + (n % 7)), name: `Person ${n % 7}`, avatar: '' };
  return {
    id: uuid(n),
    topicId: uuid(n),
    message: says(`Comment ${n}`),
    sender,
    user: sender,
    dateCreated: '2026-11-01T10:00:00Z',
    isResolve: false,
    isTopic: true,
    annotation: JSON.stringify({ className: 'rect', attrs: { ...attrs, ...style }, scale: 1, page: 1 }),
    comments: [],
    version: 1,
    can: { edit: n === 1, delete: n === 1, resolve: true, reply: true },
  };
}

const lined = (x: number, y: number) => (((x >> 6) + (y >> 6)) & 1 ? 0xf4efe6 : 0xe9ddc7);
const changed = (x: number, y: number) => (x > 900 && x < 1400 && y > 2000 && y < 2300 ? 0x7a2048 : lined(x, y));

type Answer = { data?: { order?: Order } };

/**
 * Serves an order with a document, and an image of two versions of which the newer one has many
 * marks.
 */
async function proofs(): Promise<BenchServer> {
  const document = await pdf(pages);
  const files = {
    '/files/one.png': png(side, side, lined),
    '/files/two.png': png(side, side, changed),
    '/files/book.pdf': document,
    '/files/album.pdf': await pictureBook(pictures),
  };
  const change = (path: string, json: Record<string, unknown>) => {
    const { data } = json as Answer;
    if (data?.order?.attachments && /\/order\/[^/]+$/.test(path)) {
      const [first] = data.order.attachments.customerReview;
      const [version] = first?.versions ?? [];
      if (!first || !version) return;
      const make = (n: number, number: number, url: string, more: Partial<Version>): Version => ({
        ...version,
        id: uuid(800_000 + n),
        version: number,
        url,
        fileMeta: { fileSize: files[url as keyof typeof files].length, sha256: String(n) },
        topics: { public: 0, internal: 0 },
        ...more,
      });
      const image = { fileName: 'poster.png', fileType: 'image', contentType: 'image/png' } as const;
      const book = { fileName: 'book.pdf', fileType: 'pdf', contentType: 'application/pdf' } as const;
      const poster: Attachment = {
        ...first,
        id: uuid(700_001),
        name: 'poster.png',
        versions: [make(2, 2, '/files/two.png', image), make(1, 1, '/files/one.png', image)],
      };
      const catalogue: Attachment = {
        ...first,
        id: uuid(700_002),
        name: 'book.pdf',
        versions: [make(3, 1, '/files/book.pdf', book)],
      };
      const album: Attachment = {
        ...first,
        id: uuid(700_003),
        name: 'album.pdf',
        versions: [make(4, 1, '/files/album.pdf', { ...book, fileName: 'album.pdf' })],
      };
      data.order.attachments = { customerReview: [catalogue, poster, album], suppliedFiles: [], internalReview: [] };
      data.order.status = 'in-progress';
    }
    if (/\/version\/[^/]+$/.test(path)) {
      const crowd = path.includes(uuid(800_002)) ? marks : 0;
      json['success'] = true;
      json['data'] = { public: Array.from({ length: crowd }, (_, i) => topic(i + 1)), internal: [] };
    }
    if (/\/(mentions|pages)$/.test(path)) json['data'] = [];
  };
  return startServer(100, false, { files, change });
}

/** Opens the order's page in a new browser context. */
async function openOrder(browser: Browser, server: BenchServer): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  await signIn(page, 'owner');
  await page.routeWebSocket('**/api/realtime', (socket) => {
    let signedIn = false;
    socket.onMessage(() => {
      if (!signedIn) socket.send(JSON.stringify({ event: 'login', data: {}, position: 1 }));
      // The page reports its presence after the sign-in. That message gets no answer.
      signedIn = true;
    });
  });
  await page.goto(`${server.url}/`);
  const id = await page.locator('[data-card]').first().getAttribute('data-card');
  await page.goto(`${server.url}/orders/detail/${id}`);
  await page
    .getByRole('link', { name: /book\.pdf/ })
    .first()
    .waitFor();
  await page.waitForLoadState('networkidle'); // Wait until the prefetched code has loaded.
  return page;
}

/** Returns the time in ms from the click on a file until it is drawn. */
async function clicked(page: Page, name: RegExp, drawn: string): Promise<number> {
  return page
    .getByRole('link', { name })
    .first()
    .evaluate(
      (link: HTMLElement, selector) =>
        new Promise<number>((done) => {
          const began = performance.now();
          const look = () => {
            const found = document.querySelector(selector);
            const there = found instanceof HTMLImageElement ? found.complete : found !== null;
            if (there) requestAnimationFrame(() => setTimeout(() => done(performance.now() - began)));
            else requestAnimationFrame(look);
          };
          link.click();
          look();
        }),
      drawn,
    );
}

test.describe.configure({ mode: 'serial', timeout: 240_000 });

let server: BenchServer;
test.beforeAll(async () => {
  test.setTimeout(240_000);
  server = await proofs();
});

test('an image and a document open', async ({ browser }) => {
  const times: Record<'image' | 'pdf' | 'again', number[]> = { image: [], pdf: [], again: [] };
  const sheet = '[data-page="1"] [data-sheet][data-drawn="true"]';
  for (let turn = 0; turn < turns; turn += 1) {
    const page = await openOrder(browser, server);
    times.pdf.push(await clicked(page, /book\.pdf/, sheet));
    await page.goBack();
    await page
      .getByRole('link', { name: /book\.pdf/ })
      .first()
      .waitFor();
    times.again.push(await clicked(page, /book\.pdf/, sheet));
    await page.goBack();
    await page
      .getByRole('link', { name: /poster\.png/ })
      .first()
      .waitFor();
    times.image.push(await clicked(page, /poster\.png/, '[data-page="1"] img'));
    await page.context().close();
  }
  const size = (server.files['/files/book.pdf'] ?? 0) / 1e6;
  add(`PDF of ${pages} pages, ${size.toFixed(1)} MB: first page after the click`, quantile(times.pdf, 0.5), 'ms', 500);
  add('the same again', quantile(times.again, 0.5), 'ms', 500);
  add(`picture of ${side} x ${side} pixels after the click`, quantile(times.image, 0.5), 'ms');
});

test('a document is scrolled through, and so are its page thumbnails', async ({ browser }) => {
  const page = await openOrder(browser, server);
  await clicked(page, /album\.pdf/, '[data-page="1"] [data-sheet][data-drawn="true"]');
  const see = async (number: number) => {
    await page.locator(`[data-page="${number}"]`).scrollIntoViewIfNeeded();
    await page.locator(`[data-page="${number}"] [data-sheet][data-drawn="true"]`).waitFor();
  };
  const few = 10;
  for (let number = 2; number <= few; number += 1) await see(number);
  const before = await tabMemory(browser);
  let most = 0;
  for (let number = few + 1; number <= pictures; number += 1) {
    await see(number);
    if (number % 10 === 0) most = Math.max(most, await tabMemory(browser));
  }
  add(`${pictures} pages of pictures scrolled through: the tab grows after the tenth by`, most - before, 'MB', 250);
  await page.getByText('Pages', { exact: true }).click();
  const rail = page.getByRole('navigation', { name: 'Pages' });
  for (let number = 1; number <= pictures; number += 1) {
    const small = rail.getByRole('button', { name: `Page ${number}`, exact: true });
    await small.scrollIntoViewIfNeeded();
    await small.locator('canvas').waitFor();
  }
  add('then their pages in small: by', (await tabMemory(browser)) - before, 'MB', 250);
  await page.context().close();
});

test('a mark is drawn and moved among 2,000', async ({ browser }) => {
  const page = await openOrder(browser, server);
  await clicked(page, /poster\.png/, '[data-page="1"] img');
  await page
    .locator('[data-pin]')
    .nth(marks - 1)
    .waitFor({ state: 'attached' });
  await page.keyboard.press('Control+0');
  await page.evaluate(() => new Promise((idle) => requestIdleCallback(idle)));
  const drag = () =>
    quietest(page, 3, async () => {
      await page.mouse.move(500, 300);
      await page.mouse.down();
      const { stop } = await frames(page);
      for (let step = 0; step < 90; step += 1) {
        await page.mouse.move(500 + step, 300 + Math.round(Math.sin(step / 9) * 40));
        await page.evaluate(() => new Promise(requestAnimationFrame));
      }
      const seen = await stop();
      await page.keyboard.press('Escape');
      await page.mouse.up();
      return seen;
    });
  await page.keyboard.press('r');
  const drawing = await drag();
  add(`${marks.toLocaleString('en')} marks: drawing, main thread a frame`, drawing.each, 'ms', frame);
  add('the same, frames p95', quantile(drawing.times, 0.95), 'ms', frame);
  await page.context().close();
});

test('two images of 4,000 x 4,000 pixels are compared', async ({ browser }) => {
  const page = await openOrder(browser, server);
  await clicked(page, /poster\.png/, '[data-page="1"] img');
  await page.getByRole('link', { name: 'Compare' }).click();
  await page.getByRole('img', { name: 'Version 2' }).waitFor();
  const times: number[] = [];
  for (let turn = 0; turn < turns; turn += 1) {
    await page.getByText('Side by side', { exact: true }).click();
    await page.getByRole('img', { name: 'Version 1' }).waitFor();
    const began = Date.now();
    await page.getByText('Difference', { exact: true }).click();
    await page.getByText(/^1 area changed/).waitFor();
    times.push(Date.now() - began);
  }
  add(`difference of two pictures of ${side} x ${side} pixels`, quantile(times, 0.5), 'ms', 1000);
  await page.context().close();
});

test.afterAll(async () => {
  await server.close();
  print('proof review', rows);
});
