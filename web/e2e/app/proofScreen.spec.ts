import type { Locator, Page } from '@playwright/test';
import { expect, test } from './fixtures';
import { lookAt } from '../looks';
import { label, proofOf, Proofs, says, topic } from './proofs';

test.use({ role: 'manager' });

const editorFile = /\/assets\/Editor-[\w-]+\.js$/;
const drawn = (page: Page): Locator =>
  page.locator('[data-page="1"] [data-sheet][data-drawn="true"], [data-page="1"] img').first();
const circle = (page: Page) => page.getByRole('radio', { name: 'Circle' });
const box = async (of: Locator) => {
  const found = await of.boundingBox();
  if (!found) throw new Error('it is not on the screen');
  return found;
};

/** Draws a circle on the first page. */
async function draw(page: Page): Promise<void> {
  const { x, y } = await box(page.locator('[data-page="1"]'));
  await page.mouse.move(x + 60, y + 60);
  await page.mouse.down();
  await page.mouse.move(x + 100, y + 100);
  await page.mouse.up();
}

/** Returns the new comments that the page sent. */
const sent = (requests: { method: string; path: string; body: string }[]) =>
  requests.filter(({ method, path }) => method === 'POST' && path.endsWith('/annotation')).map(({ body }) => body);

const middle = async (of: Locator): Promise<[number, number]> => {
  const { x, y, width, height } = await box(of);
  return [x + width / 2, y + height / 2];
};

test('keys typed while the editor loads are not lost and trigger no shortcuts, and the editor takes them over; without a connection unsent text is kept (BY-032, BY-036)', async ({
  page,
  server,
  live,
}) => {
  await new Proofs(server).open();
  let release = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route(editorFile, async (route) => {
    await held;
    await route.continue();
  });
  await page.goto(proofOf(label));
  await expect(drawn(page)).toBeVisible();
  await draw(page);
  await page.keyboard.type('var 12');
  await expect(circle(page)).toBeChecked();
  await expect(page.getByRole('radio', { name: 'Blue' })).toBeChecked();
  const field = page.getByRole('textbox', { name: 'New comment' });
  await expect(field).toHaveValue('var 12');
  const before = await box(page.getByRole('dialog', { name: 'New comment' }));
  await lookAt(page, 'proof-typing');
  await page.mouse.click(...(await middle(field)));
  release();
  await expect(page.getByRole('button', { name: 'Bold' })).toBeVisible();
  await page.keyboard.type(' more');
  await expect(field).toHaveText('var 12 more');
  expect(await box(page.getByRole('dialog', { name: 'New comment' }))).toEqual(before);
  await page.keyboard.press('Control+Enter');
  await expect
    .poll(() => sent(server.requests).map((body) => JSON.parse(body) as unknown))
    .toEqual([expect.objectContaining({ message: says('var 12 more') })]);

  live.link('away');
  await page.getByRole('button', { name: 'Comment on the whole file' }).click();
  await expect(page.getByRole('textbox', { name: 'Comment on the whole file' })).toBeFocused();
  await page.keyboard.type('said without a connection');
  await page.keyboard.press('Control+Enter');
  await expect(page.getByRole('status').filter({ hasText: 'Offline: 1 change waits' })).toBeVisible();
  await expect(page.getByRole('article').filter({ hasText: 'said without a connection' })).toContainText(
    'Not sent yet',
  );
  await lookAt(page, 'proof-offline');
});

/** Where the focus may be when Escape is pressed. */
const places: [string, (page: Page) => Locator][] = [
  ['the proof', (page) => page.getByRole('application')],
  ['a tool', circle],
  ['a pin', (page) => page.locator('[data-pin]').nth(1)],
  ['the head of the screen', (page) => page.getByRole('heading', { level: 1 })],
  ['the list of versions', (page) => page.getByRole('navigation', { name: 'Versions' }).getByRole('link').last()],
  ['the filter of the comments', (page) => page.getByRole('radio', { name: /^All/ })],
  ['a link of the header', (page) => page.getByRole('link', { name: 'Close' })],
];

test('Escape closes an open comment, wherever the focus is; the editor is prefetched, and text typed right after a mark is drawn is complete', async ({
  page,
  server,
}) => {
  const proofs = await new Proofs(server).open();
  proofs.set(proofs.newest(label), [topic(1), topic(2)]);
  const fetched = page.waitForResponse(editorFile);
  await page.goto(proofOf(label));
  await fetched;
  await expect(page.getByRole('textbox')).toHaveCount(0); // The editor comes before anyone writes.
  await expect(drawn(page)).toBeVisible();
  const atMark = (number: number) => page.getByRole('dialog', { name: `Comment ${number}` });
  for (const [where, element] of places) {
    await test.step(where, async () => {
      const closes = async (open: Locator) => {
        await expect(open).toBeVisible();
        await element(page).focus();
        await page.keyboard.press('Escape');
        await expect(open).toHaveCount(0);
        await expect(element(page)).toBeFocused();
      };
      await page.locator('[data-pin]').first().click();
      await closes(atMark(1));
      await page.getByRole('button', { name: 'Comment 1', exact: true }).click();
      await closes(page.locator('[data-topic] [aria-expanded="true"]'));
      await draw(page);
      await closes(page.getByRole('dialog', { name: 'New comment' }));
    });
  }

  await test.step('a menu closes alone, and the comment behind it stays open', async () => {
    await page.locator('[data-pin]').nth(1).click();
    await page.getByRole('button', { name: 'Sort and export the comments' }).click();
    await expect(page.getByRole('menuitemradio', { name: 'By page' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('menuitemradio')).toHaveCount(0);
    await expect(atMark(2)).toBeVisible();
  });
  await test.step('a comment at its mark closes while a reply is being written', async () => {
    await atMark(2).getByRole('textbox', { name: 'Reply' }).click();
    await page.keyboard.type('half');
    await page.keyboard.press('Escape');
    await expect(atMark(2)).toHaveCount(0);
  });
  await test.step('a comment of the list closes while a reply is being written, keeps the reply, and leaves the focus on its number', async () => {
    const number = page.getByRole('button', { name: 'Comment 1', exact: true });
    await number.click();
    await page.getByRole('textbox', { name: 'Reply' }).click();
    await page.keyboard.type('half an answer');
    await page.keyboard.press('Escape');
    await expect(number).toHaveAttribute('aria-expanded', 'false');
    await expect(number).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('textbox', { name: 'Reply' })).toHaveText('half an answer');
  });

  await page.reload();
  await expect(drawn(page)).toBeVisible();
  await expect(page.getByRole('dialog', { name: 'New comment' })).toHaveCount(0);
  await draw(page);
  await page.keyboard.type('var 12');
  await expect(page.getByRole('textbox', { name: 'New comment' })).toHaveText('var 12');
  await expect(circle(page)).toBeChecked();
});
