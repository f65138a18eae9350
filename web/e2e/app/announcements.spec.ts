import type { Page } from '@playwright/test';
import { refused } from '../../tests/fake/server';
import { makeAnnouncement } from '../../tests/fake/shell';
import { lookAt, wideAndNarrow, wideAndPhone } from '../looks';
import { expect, test } from './fixtures';

const yellow = { backgroundColor: '#fde047', textColor: '#1c1917' };
const long = makeAnnouncement(2, {
  html:
    '<p>We <strong>move</strong> into our new office. <a href="https://northlight.test/move">See where it is</a>, ' +
    'and what changes for the people who visit us or send us samples of their packaging.</p>' +
    '<ul><li>The phone stays the same</li><li>Samples go to the new address</li></ul>',
  styles: yellow,
  lasting: true,
});
const bar = (page: Page) => page.getByRole('region', { name: 'Announcement' });

test('announcements show one at a time above every page: axe finds no violation (BD-381, BD-382, BY-032)', async ({
  page,
  server,
}) => {
  server.shell.announcements = [makeAnnouncement(1), long];
  await page.goto('/');
  await expect(bar(page).getByText('We are closed on day 1.')).toBeVisible();
  await expect(page.getByText('1 of 2')).toBeVisible();
  await lookAt(page, 'announcement-first', wideAndNarrow);
  await page.getByRole('button', { name: 'Next' }).click();
  await expect(bar(page).getByText('The phone stays the same')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Dismiss this announcement' })).toHaveCount(0);
  await lookAt(page, 'announcement-long', wideAndNarrow);
});

test('an announcement is dismissed with the keyboard, and the focus stays on the page', async ({ page, server }) => {
  server.shell.announcements = [makeAnnouncement(1)];
  await page.goto('/archived-order');
  await page.getByRole('button', { name: 'Dismiss this announcement' }).focus();
  await page.keyboard.press('Enter');
  await expect(bar(page)).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
});

test('the banners share one place: axe finds no violation (SH-151, SH-152, BY-032)', async ({ page, server }) => {
  Object.assign(server.own.profile, { deletesAt: '2026-12-24T12:00:00Z', emailIsVerified: false });
  server.shell.announcements = [makeAnnouncement(1)];
  await page.goto('/archived-order');
  for (const [n, words] of [/will be deleted on 24 Dec 2026/, /is not verified/, /closed on day 1/].entries()) {
    await expect(page.getByText(`${n + 1} of 3`)).toBeVisible();
    await expect(page.getByText(words)).toBeVisible();
    await lookAt(page, `banner-${n + 1}`, wideAndNarrow);
    await page.getByRole('button', { name: 'Next' }).click();
  }
});

test('a page without an announcement does not load the code that cleans its html', async ({ page }) => {
  const scripts: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.push(request.url());
  });
  await page.goto('/archived-order');
  await expect(page.getByRole('region', { name: 'Business hours' })).toBeVisible();
  expect(scripts.filter((url) => url.includes('sanitise'))).toEqual([]);
});

test('hostile html does nothing in a browser', async ({ page, server }) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  const html =
    '<p>News</p><img src="https://evil.test/x" onerror="window.ran = true"><script>window.ran = true</script>' +
    '<svg onload="window.ran = true"></svg><iframe srcdoc="<script>parent.ran = true</script>"></iframe>' +
    '<a href="java&#10;script:window.ran=true">click</a><style>@import url(https://evil.test/y);</style>' +
    '<math><mtext><table><mglyph><style><img src=x onerror="window.ran = true"></style></mglyph></table></mtext></math>';
  server.shell.announcements = [makeAnnouncement(1, { html })];
  await page.goto('/archived-order');
  await expect(bar(page).getByText('News')).toBeVisible();
  await bar(page).getByText('click').click();
  expect(await page.evaluate(() => 'ran' in window)).toBe(false);
  expect(asked.filter((url) => url.includes('evil.test'))).toEqual([]);
  await expect(bar(page).locator('img, svg[onload], iframe, style, script')).toHaveCount(0);
});

test.describe('the editor of announcements', () => {
  test.use({ role: 'admin' });

  test('the list in each state: axe finds no violation (BY-032)', async ({ page, server, live }) => {
    const release = live.hold(({ path }) => path === '/api/d/announcements');
    server.intercept = ({ path }) =>
      path.endsWith('/d/announcements') ? refused(500, 'internal', 'Try later.') : undefined;
    await page.goto('/announcements');
    await expect(page.getByLabel('Loading announcements')).toBeVisible();
    await lookAt(page, 'announcements-loading', wideAndNarrow);
    release();
    await expect(page.getByText('Try later.')).toBeVisible();
    await lookAt(page, 'announcements-failed', wideAndNarrow);
    server.intercept = () => undefined;
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByText('No announcements yet')).toBeVisible();
    await lookAt(page, 'announcements-empty', wideAndNarrow);
    server.shell.announcements = [
      makeAnnouncement(1, { roles: ['owner', 'staff'], clients: ['brightside'] }),
      { ...long, state: 'scheduled' },
      makeAnnouncement(3, { state: 'over', endsAt: '2026-11-19T10:00:00Z' }),
      makeAnnouncement(4, { state: 'withdrawn' }),
    ];
    await page.reload();
    await expect(page.getByText('Withdrawn', { exact: true })).toBeVisible();
    await lookAt(page, 'announcements-list', wideAndPhone);
  });

  test('writes, previews and publishes: axe finds no violation (BY-032)', async ({ page, server }) => {
    await page.goto('/announcements/new');
    const text = page.getByRole('textbox', { name: 'Text', exact: true });
    await expect(text).toBeVisible();
    await page.getByRole('button', { name: 'Publish announcement' }).click();
    await expect(page.getByText('Required!')).toBeVisible();
    await page.getByRole('textbox', { name: 'Background colour', exact: true }).fill('#fde047');
    await expect(page.getByText(/Text needs at least 4\.5/)).toBeVisible();
    await text.click();
    await page.keyboard.type('We are ');
    await page.keyboard.press('Control+b');
    await page.keyboard.type('closed');
    await page.keyboard.press('Control+b');
    await page.keyboard.type(' on Friday, see https://northlight.test/news .');
    const preview = page.getByRole('region', { name: 'Preview' });
    await expect(preview.getByRole('link', { name: 'https://northlight.test/news' })).toBeVisible();
    await page.getByRole('textbox', { name: 'Background colour', exact: true }).fill('#14532d');
    await page.getByRole('combobox', { name: 'Roles' }).or(page.getByLabel('Roles')).first().click();
    await page.getByRole('option', { name: 'Account Owner' }).click();
    await page.keyboard.press('Escape');
    await lookAt(page, 'announcement-form', wideAndPhone);
    await page.getByRole('button', { name: 'Publish announcement' }).click();
    await expect(page.getByText('The announcement is published')).toBeVisible();
    const [published] = server.shell.announcements;
    expect(published?.html).toBe(
      '<p>We are <strong>closed</strong> on Friday, see ' +
        '<a href="https://northlight.test/news">https://northlight.test/news</a> .</p>',
    );
    expect(published?.roles).toEqual(['owner']);
    expect(published?.styles).toEqual({ backgroundColor: '#14532d', textColor: '#ffffff' });
  });
});
