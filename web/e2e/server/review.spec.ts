import type { Locator, Page } from '@playwright/test';
import { found, ordersIn, pagesOf, type Proof, proofPath, proofsOf } from './api';
import { draw } from './drawing';
import { expect, test } from './people';

const button = (page: Page, name: string | RegExp): Locator => page.getByRole('button', { name });
const drawn = (page: Page, number = 1): Locator =>
  page.locator(`[data-page="${number}"] [data-sheet][data-drawn="true"]`);

/**
 * Returns the newest version of a PDF of several pages that has an older version and allows marks.
 */
async function twoVersions(page: Page): Promise<Proof> {
  const all = (await ordersIn(page, 'in-progress', 'in-review', 'on-hold', 'gr-revision'))
    .flatMap(proofsOf)
    .filter(
      ({ attachment, version }) =>
        version.fileType === 'pdf' &&
        version.can.annotatePublic &&
        attachment.versions.length > 1 &&
        attachment.versions[0]?.id === version.id,
    );
  const known = await Promise.all(all.map(async (proof) => ({ proof, pages: await pagesOf(page, proof) })));
  return found(known, ({ pages }) => pages > 1, 'PDF of several pages with two versions').proof;
}

test('a PDF shows its pages, rotates, finds words and is compared with the previous version; two people see each other (BD-206, BD-238, BD-245, BD-252, BD-253, BY-027, BY-029, BY-031)', async ({
  as,
}) => {
  const manager = await as('manager@northlight.test');
  await manager.setViewportSize({ width: 1440, height: 900 });
  const proof = await twoVersions(manager);
  await manager.goto(proofPath(proof));
  await expect(drawn(manager)).toBeVisible();
  const sheet = manager.locator('[data-page="1"]');
  const ground = await manager.getByRole('region', { name: 'Proof' }).boundingBox();
  expect((await sheet.boundingBox())?.y).toBeCloseTo((ground?.y ?? 0) + 24, 0);

  const fade = await manager
    .getByRole('complementary', { name: 'Comments' })
    .evaluate((panel) => getComputedStyle(panel).transitionDuration);
  expect(fade).toContain('0.3s');

  // Ctrl and the wheel zoom at the pointer.
  const zoom = button(manager, /^Zoom: /);
  const before = await zoom.innerText();
  const box = await sheet.boundingBox();
  const at = { x: (box?.x ?? 0) + 200, y: 300 };
  const under = async () => {
    const now = await sheet.boundingBox();
    return now && [(at.x - now.x) / now.width, (at.y - now.y) / now.height];
  };
  const [x = 0, y = 0] = (await under()) ?? [];
  await manager.mouse.move(at.x, at.y);
  await manager.keyboard.down('Control');
  await manager.mouse.wheel(0, -100);
  await manager.keyboard.up('Control');
  await expect(zoom).not.toHaveText(before);
  await expect.poll(under).toEqual([expect.closeTo(x, 2), expect.closeTo(y, 2)]);
  await manager.keyboard.press('Control+0');

  // A pin grows while its thread is open.
  await draw(manager, 'Rectangle');
  await manager.getByRole('textbox', { name: 'New comment' }).fill('a little to the left');
  await manager.keyboard.press('Control+Enter');
  const id = await manager.locator('[data-pin][data-active]').getAttribute('data-pin');
  const pin = manager.locator(`[data-pin="${id}"]`);
  await manager.getByRole('application').focus();
  await manager.keyboard.press('Escape');
  await expect(pin).not.toHaveAttribute('data-active');
  await expect.poll(() => pin.boundingBox()).toMatchObject({ width: 20, height: 20 });

  // pages, rotation, search
  await manager.getByText('Pages', { exact: true }).click();
  await button(manager, /^Page 2/).click();
  await expect(manager.getByText(/^page 2 of/)).toBeVisible();
  const size = async () => (await manager.locator('[data-page="2"]').boundingBox()) ?? { width: 0, height: 0 };
  const upright = await size();
  await manager.keyboard.press(']');
  await expect
    .poll(async () => Math.round(((await size()).width / (await size()).height) * 100))
    .toBe(Math.round((upright.height / upright.width) * 100));
  await manager.keyboard.press('[');
  const word = await manager
    .locator('[data-page="2"] [data-text] span')
    .filter({ hasText: /\w{5}/ })
    .first()
    .innerText()
    .then((text) => /\w{5,}/.exec(text)?.[0] ?? '');
  await manager.keyboard.press('Control+f');
  await manager.getByRole('textbox', { name: 'Find in the file' }).fill(word.toUpperCase());
  await expect(manager.getByRole('search').getByRole('status')).toHaveText(/^1 of \d+/);
  await manager.keyboard.press('Escape');
  await expect(manager.getByRole('application')).toBeFocused();

  // Another user opens the proof and shares their cursor.
  const operator = await as('operator@northlight.test');
  await operator.setViewportSize({ width: 1440, height: 900 });
  await operator.goto(proofPath(proof));
  await expect(drawn(operator)).toBeVisible();
  await expect(button(manager, /^Looking at this version now: /)).toBeVisible();
  await button(operator, /^Looking at this version now: /).click();
  await operator.getByRole('menuitemcheckbox', { name: 'Show them my cursor' }).click();
  await operator.keyboard.press('Escape');
  await manager.keyboard.press('Control+0');
  await button(manager, /^Page 1/).click();
  await operator.mouse.move(500, 400);
  await operator.mouse.move(520, 420, { steps: 3 });
  await expect(manager.locator('[data-cursor]')).toBeVisible();
  await operator.goto('/');
  await expect(button(manager, /^Looking at this version now: /)).toHaveCount(0);

  // The comments are exported and the versions compared.
  await button(manager, 'Sort and export the comments').click();
  const report = manager.getByRole('menuitem', { name: 'PDF with the marked-up pages' });
  const [file] = await Promise.all([manager.waitForEvent('download'), report.click()]);
  expect(file.suggestedFilename()).toMatch(/_comments\.pdf$/);
  await manager.getByText('Versions', { exact: true }).click();
  await manager.getByRole('link', { name: 'Compare' }).click();
  await expect(manager.getByRole('img', { name: /^Version \d+$/ })).toHaveCount(2);
  const panes = manager.getByRole('application');
  const places = () =>
    panes.evaluateAll((all) => all.map((pane) => pane.querySelector('[role="img"]')?.getAttribute('style')));
  await panes.first().focus();
  await manager.keyboard.press('+');
  await manager.keyboard.press('ArrowRight');
  const [one, other] = await places();
  expect(one).toBe(other);
  await manager.getByText('Overlay', { exact: true }).click();
  await manager.getByRole('slider', { name: 'Swipe' }).fill('20');
  await manager.getByText('Difference', { exact: true }).click();
  await expect(manager.getByRole('status')).toHaveText(/changed|Nothing has changed/);
  await expect(manager).toHaveURL(/mode=difference/);
  await manager.getByRole('link', { name: 'Close' }).click();
  await expect(drawn(manager)).toBeVisible();
});
