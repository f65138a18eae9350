import { test as base, type BrowserContext, expect, type Locator, type Page } from '@playwright/test';

export const password = 'proof-demo-1';
const desk = '@northlight.test';

const userMenu = (page: Page): Locator => page.getByRole('button', { name: /^User menu/ });

/** Signs a demo person in on the sign-in screen of their role, and opens all columns of the board. */
export async function signIn(page: Page, email: string): Promise<void> {
  await page.goto(email.endsWith(desk) ? '/admin/signin' : '/signin');
  await page.getByLabel(/^Email/).fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.keyboard.press('Enter');
  await expect(userMenu(page)).toBeVisible();
  await page.evaluate(() => {
    const { localStorage } = window;
    localStorage.setItem(`setting.board.folds.${localStorage.getItem('userId')}`, '+approved +cancelled');
    window.dispatchEvent(new Event('storage'));
  });
}

export const column = (page: Page, name: string): Locator => page.locator(`[data-column="${name}"]`);
export const card = (page: Page, id: string): Locator => page.locator(`[data-card="${id}"]`);

/**
 * Returns the id of a movable card of a column. The demo's ids are the same every day, but the
 * positions of its cards are not.
 */
export async function firstCard(page: Page, name: string): Promise<string> {
  const movable = column(page, name).locator('[data-card]:not([data-frozen]):not([data-status="gr-revision"])');
  await expect(movable.first()).toBeVisible();
  const ids = await movable.evaluateAll((cards) => cards.map((one) => one.getAttribute('data-card') ?? ''));
  return ids.toSorted()[0] ?? '';
}

/** Drags a card onto a column and drops it, once the code of drag and drop has loaded. */
export async function drag(page: Page, id: string, to: string): Promise<void> {
  await page.locator('[data-rfd-draggable-id]').first().waitFor();
  await card(page, id).scrollIntoViewIfNeeded();
  const start = await card(page, id).boundingBox();
  const end = await column(page, to).boundingBox();
  if (!start || !end) throw new Error('nothing to drag');
  await page.mouse.move(start.x + 150, start.y + 40);
  await page.mouse.down();
  await page.mouse.move(start.x + 160, start.y + 50, { steps: 3 });
  await page.mouse.move(end.x + 150, end.y + 120, { steps: 12 });
  await page.mouse.up();
}

/**
 * Records the requests of a page and the messages it receives. The result returns the latest of
 * them, and what the screen shows.
 */
function watch(page: Page, email: string): () => Promise<string> {
  const heard: string[] = [];
  const note = (what: string) => {
    heard.push(`${new Date().toISOString().slice(11, 23)} ${what.slice(0, 200)}`);
    if (heard.length > 60) heard.shift();
  };
  const path = (url: string) => url.slice(new URL(url).origin.length);
  page.on('request', (request) => {
    const asked = path(request.url());
    if (asked.startsWith('/api/')) note(`> ${request.method()} ${asked} ${request.postData() ?? ''}`);
  });
  page.on('requestfailed', (request) => note(`! ${path(request.url())} ${request.failure()?.errorText ?? ''}`));
  page.on('response', (response) => {
    const asked = path(response.url());
    if (asked.startsWith('/api/')) note(`< ${response.status()} ${asked}`);
  });
  page.on('websocket', (socket) => {
    note('socket opens');
    socket.on('framereceived', ({ payload }) => note(`socket: ${payload.toString()}`));
    socket.on('close', () => note('socket closes'));
  });
  return async () => [email, ...heard, await page.locator('body').innerText()].join('\n');
}

type Fixtures = {
  as: (email: string) => Promise<Page>;
  /** Matches errors that the console may show besides refused requests. */
  expected: RegExp;
};

/** The sessions of the people who have signed in, by e-mail address. */
const sessions = new Map<string, Awaited<ReturnType<BrowserContext['storageState']>>>();

const refusals = /the server responded with a status of/;

/**
 * test provides `as`, which opens a new browser context for a person. An error on the console fails
 * the test. Each person signs in on the screen once; their later contexts start with that session.
 * When a test fails, its log lists the messages that each page received.
 */
export const test = base.extend<Fixtures>({
  viewport: { width: 2200, height: 1000 },
  expected: [refusals, { option: true }],
  as: async ({ browser, viewport, baseURL, expected }, provide, info) => {
    const contexts: BrowserContext[] = [];
    const watched: (() => Promise<string>)[] = [];
    const errors: string[] = [];
    await provide(async (email) => {
      const session = sessions.get(email);
      const context = await browser.newContext({ viewport, baseURL, storageState: session });
      contexts.push(context);
      const page = await context.newPage();
      watched.push(watch(page, email));
      page.on('pageerror', (error) => errors.push(error.message));
      page.on('console', (message) => {
        if (message.type() === 'error' && !refusals.test(message.text()) && !expected.test(message.text()))
          errors.push([message.text(), message.location().url, message.location().lineNumber].join(' '));
      });
      if (session) {
        await page.goto('/');
        await expect(userMenu(page)).toBeVisible();
      } else {
        await signIn(page, email);
        sessions.set(email, await context.storageState());
      }
      return page;
    });
    if (info.status !== info.expectedStatus) for (const heard of watched) process.stdout.write(`${await heard()}\n`);
    for (const context of contexts) await context.close();
    expect(errors).toEqual([]);
  },
});

export { expect } from '@playwright/test';
