import { lookAt, wideAndNarrow, wideAndPhone } from '../looks';
import { expect, test } from './fixtures';

test('motion is reduced by the setting as by the system, the words of a search are marked, and the settings have no violation in either scheme, wide and on a phone (BY-032)', async ({
  page,
}) => {
  await page.goto('/settings');
  const duration = () =>
    page
      .getByRole('radiogroup', { name: 'Density' })
      .locator('label')
      .first()
      .evaluate((one) => {
        one.style.transition = 'color 3s';
        return getComputedStyle(one).transitionDuration;
      });
  const always = page.getByRole('radiogroup', { name: 'Reduce motion' }).getByText('Always');
  await expect(always).toBeVisible();
  expect(await duration()).toBe('3s');
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await expect.poll(duration).toBe('0s');
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await expect.poll(duration).toBe('3s');
  await always.click();
  await expect.poll(duration).toBe('0s');
  const search = page.getByRole('searchbox', { name: 'Search the settings' });
  await expect(page.getByRole('listitem').first()).toBeVisible();
  await lookAt(page, 'settings-sections', wideAndPhone);
  await search.fill('compact');
  const marked = () =>
    page.evaluate(() =>
      [...(CSS.highlights.get('settings-found') ?? [])].map(
        ({ startContainer: { textContent }, startOffset, endOffset }) => textContent?.slice(startOffset, endOffset),
      ),
    );
  expect(await marked()).toEqual(['Compact']);
  await lookAt(page, 'settings-found', wideAndNarrow);
  await search.fill('zebra');
  await expect(page.getByText('Nothing matches')).toBeVisible();
  expect(await marked()).toEqual([]);
  await lookAt(page, 'settings-nothing', wideAndNarrow);
  await search.press('Escape');
  await expect(page.getByRole('region', { name: 'Sessions' })).toBeVisible();
});

test('a page under a number says that it can add no passkey, before a password is typed (BY-045)', async ({ page }) => {
  await page.goto('/settings');
  const security = page.getByRole('region', { name: 'Security' });
  await expect(security.getByRole('note')).toContainText('Passkeys belong to a host name');
  await expect(security.getByRole('link', { name: /^http:\/\/localhost:\d+$/ })).toBeVisible();
  await security.getByRole('button', { name: 'Add passkey' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add passkey' });
  await expect(dialog.getByRole('note')).toContainText('Open the product as http://localhost:');
  await expect(dialog.getByLabel('Password')).toHaveCount(0);
  await page.goto(page.url().replace('127.0.0.1', 'localhost'));
  await expect(security.getByRole('button', { name: 'Add passkey' })).toBeVisible();
  await expect(security.getByRole('note')).toHaveCount(0);
});
