import type { Page } from '@playwright/test';
import { type FakeServer, refused } from '../../tests/fake/server';
import { expect, test } from './fixtures';
import { boxAt, label, proofOf, Proofs, topic } from './proofs';

test.use({ role: 'manager' });

const pin = (page: Page, number: number) => page.getByRole('button', { name: new RegExp(`^Comment ${number}, `) });

/** Returns the colours of the marks that the page sent, in order. */
const sent = (requests: { path: string; body: string }[]) =>
  requests.filter(({ path }) => path.endsWith('/update')).map(({ body }) => /\\"stroke\\":\\"(\w+)\\"/.exec(body)?.[1]);

/** Opens a proof with one mark of the user. */
async function openRedMark(page: Page, server: FakeServer): Promise<Proofs> {
  const proofs = await new Proofs(server).open();
  proofs.set(proofs.newest(label), [topic(1, { annotation: boxAt(100, 100) })]);
  await page.goto(proofOf(label));
  return proofs;
}

/** The mark as the server has it. */
const stored = (proofs: Proofs) => proofs.topics[proofs.newest(label).id]?.public[0]?.annotation;

test('a saved mark takes another colour, Ctrl+Z reverts it and Ctrl+Shift+Z repeats it, also while it is being stored and after a refusal; each change is stored (BD-260)', async ({
  page,
  server,
  live,
}) => {
  const proofs = await openRedMark(page, server);
  const green = page.getByRole('radio', { name: 'Green' });
  await pin(page, 1).click();
  await test.step('a change that is refused is taken back, and can be made again', async () => {
    proofs.intercept = ({ path }) => (path.endsWith('/update') ? refused(409, 'topic.changed', 'Not now.') : undefined);
    await green.click();
    await expect(page.getByRole('alert').filter({ hasText: 'Not now.' })).toBeVisible();
    proofs.intercept = () => undefined;
    await expect(async () => {
      await green.click(); // has no effect until the mark is red again
      expect(sent(server.requests)).toEqual(['green', 'green']);
    }).toPass();
    await expect.poll(() => stored(proofs)).toContain('"stroke":"green"');
  });

  await test.step('it is reverted and repeated', async () => {
    await page.getByRole('application').focus();
    await page.keyboard.press('Control+z');
    await expect.poll(() => sent(server.requests)).toEqual(['green', 'green', 'red']);
    await page.keyboard.press('Control+Shift+Z');
    await expect.poll(() => sent(server.requests)).toEqual(['green', 'green', 'red', 'green']);
    await page.reload();
    await expect(pin(page, 1)).toBeVisible();
    expect(stored(proofs)).toContain('"stroke":"green"');
  });

  await test.step('a change that is reverted while it is being stored is stored as it was left', async () => {
    server.requests.length = 0;
    let travelling = 0;
    const go = live.hold(({ path }) => {
      if (!path.endsWith('/update')) return false;
      travelling += 1;
      return true;
    });
    await pin(page, 1).click();
    await page.getByRole('radio', { name: 'Red' }).click();
    await expect.poll(() => travelling).toBe(1);
    await page.getByRole('application').focus();
    await page.keyboard.press('Control+z');
    await expect(page.getByRole('status').filter({ hasText: 'Undone.' })).toHaveCount(1);
    go();
    await expect.poll(() => sent(server.requests)).toEqual(['red', 'green']);
    await page.reload();
    await expect(pin(page, 1)).toBeVisible();
    expect(stored(proofs)).toContain('"stroke":"green"');
  });
});

test('pins are numbered in the order they were made: a mark added above the others changes no number', async ({
  page,
  server,
}) => {
  const proofs = await new Proofs(server).open();
  const made = (n: number, y: number) =>
    topic(n, { annotation: boxAt(100, y), dateCreated: `2026-11-0${n}T10:00:00Z` });
  proofs.set(proofs.newest(label), [made(1, 400), made(2, 250)]);
  await page.goto(proofOf(label));
  const place = async (number: number) => (await pin(page, number).boundingBox())?.y ?? 0;
  await expect(pin(page, 2)).toBeVisible();
  const before = [await place(1), await place(2)];
  expect(before[0]).toBeGreaterThan(before[1] ?? 0);
  proofs.set(proofs.newest(label), [made(1, 400), made(2, 250), made(3, 60)]);
  await page.reload();
  await expect(pin(page, 3)).toBeVisible();
  expect([await place(1), await place(2)]).toEqual(before);
  expect(await place(3)).toBeLessThan(before[1] ?? 0);
});
