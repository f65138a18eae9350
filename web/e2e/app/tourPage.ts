import type { Locator, Page } from '@playwright/test';
import type { Profile } from '../../src/api/generated';
import type { FakeServer } from '../../tests/fake/server';
import { expect } from './fixtures';
import { expectFocusSeen, reach } from './keys';

type Flag = Extract<keyof Profile, `${string}TourGuide`>;

/** Sets which tours are new to the user. */
export function offer(server: FakeServer, ...flags: Flag[]): void {
  server.own.profile = { ...server.own.profile, ...Object.fromEntries(flags.map((flag) => [flag, true])) };
}

/** The offer of a tour. */
export const card = (page: Page) => page.getByRole('region', { name: 'Guided tour' });
/** The open step of a tour. */
export const step = (page: Page) => page.getByRole('dialog', { name: /^Step \d+ of \d+/ });

/** Returns the tours that were stored, with whether they are offered again. */
export const saved = (server: FakeServer) =>
  server.requests
    .filter(({ method, path }) => method === 'PUT' && path.includes('/profile/tour/'))
    .map(({ path, body }) => [path.split('/').at(-1), (JSON.parse(body) as { data: boolean }).data]);

/** Presses Enter from step to step until the tour is over. Returns the title of each step. */
export async function walk(page: Page, atFirst?: () => Promise<void>): Promise<string[]> {
  const progress = page.locator('#tour-progress');
  await expect(progress).toBeVisible();
  const total = Number(/of (\d+)/.exec((await progress.textContent()) ?? '')?.[1]);
  const titles: string[] = [];
  for (let n = 1; n <= total; n += 1) {
    await expect(progress).toHaveText(`Step ${n} of ${total}`);
    titles.push((await step(page).getByRole('heading').textContent()) ?? '');
    await expect(step(page).getByRole('button', { name: n === total ? 'Done' : 'Next', exact: true })).toBeFocused();
    await expectFocusSeen(page);
    await expect(page.locator('.driver-active-element')).toBeInViewport();
    if (n === 1) await atFirst?.();
    await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(drawn)));
    await page.keyboard.press('Enter');
  }
  await expect(step(page)).toHaveCount(0);
  await expectFocusSeen(page);
  return titles;
}

/** Presses a button with the keyboard, so that the focus shows afterwards. */
export async function press(button: Locator): Promise<void> {
  await button.focus();
  await button.press('Enter');
}

/** Starts the tour that the page offers, with the keyboard. */
export async function start(page: Page): Promise<void> {
  await expect(card(page)).toBeVisible();
  await reach(page, card(page).getByRole('button', { name: 'Start Tour' }), 'Shift+Tab');
  await page.keyboard.press('Enter');
}

/** Walks the tour that the open page offers. */
export async function offeredTour(
  page: Page,
  server: FakeServer,
  tour: string,
  atFirst?: () => Promise<void>,
): Promise<string[]> {
  await press(card(page).getByRole('button', { name: 'Start Tour' }));
  const titles = await walk(page, atFirst);
  await expect.poll(() => saved(server).at(-1)).toEqual([tour, false]); // A tour that was walked is not offered again (BD-402).
  await expect(card(page)).toHaveCount(0);
  return titles;
}

/** Opens the list of tours from the user menu, with the keyboard. */
export const openList = async (page: Page) => {
  await press(page.getByRole('button', { name: /User menu/ }));
  await press(page.getByRole('button', { name: 'Guided tours' }));
  const list = page.getByRole('dialog', { name: 'Guided tours' });
  await expect(list).toBeVisible();
  return list;
};
