import type { Page } from '@playwright/test';
import { refused } from '../../tests/fake/server';
import { makeAnnouncement } from '../../tests/fake/shell';
import { lookAt, wideAndNarrow, wideAndPhone } from '../looks';
import { expect, test, visit } from './fixtures';

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

test('announcements and banners share one place above every page: axe finds no violation (SH-151, SH-152, BD-381, BD-382, BY-032)', async ({
  page,
  server,
  live,
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

  await visit(page, '/archived-order');
  Object.assign(server.own.profile, { deletesAt: '2026-12-24T12:00:00Z', emailIsVerified: false });
  server.shell.announcements = [makeAnnouncement(1)];
  await live.drop();
  // The second place shows, whose announcement has gone.
  const others: [place: string, words: RegExp][] = [
    ['2 of 3', /is not verified/],
    ['3 of 3', /closed on day 1/],
    ['1 of 3', /will be deleted on 24 Dec 2026/],
  ];
  for (const [place, words] of others) {
    await expect(page.getByText(place)).toBeVisible();
    await expect(page.getByText(words)).toBeVisible();
    await lookAt(page, `banner-${place.slice(0, 1)}`, wideAndNarrow);
    await page.getByRole('button', { name: 'Next' }).click();
  }
});

test('hostile html does nothing in a browser, which loads the code that cleans it only then', async ({
  page,
  server,
  live,
}) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  const html =
    '<p>News</p><img src="https://evil.test/x" onerror="window.ran = true"><script>window.ran = true</script>' +
    '<svg onload="window.ran = true"></svg><iframe srcdoc="<script>parent.ran = true</script>"></iframe>' +
    '<a href="java&#10;script:window.ran=true">click</a><style>@import url(https://evil.test/y);</style>' +
    '<math><mtext><table><mglyph><style><img src=x onerror="window.ran = true"></style></mglyph></table></mtext></math>';
  await page.goto('/archived-order');
  await expect(page.getByRole('region', { name: 'Business hours' })).toBeVisible();
  const cleaning = () => asked.filter((url) => url.includes('sanitise'));
  expect(cleaning()).toEqual([]);
  server.shell.announcements = [makeAnnouncement(1, { html })];
  live.send({ event: 'reload-announcements' });
  await expect(bar(page).getByText('News')).toBeVisible();
  expect(cleaning()).toHaveLength(1);
  await bar(page).getByText('click').click();
  expect(await page.evaluate(() => 'ran' in window)).toBe(false);
  expect(asked.filter((url) => url.includes('evil.test'))).toEqual([]);
  await expect(bar(page).locator('img, svg[onload], iframe, style, script')).toHaveCount(0);
});

test.describe('the editor of announcements', () => {
  test.use({ role: 'admin' });

  test('the list in each state, and an announcement that is written, previewed and published: axe finds no violation (BY-032)', async ({
    page,
    server,
    live,
  }) => {
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

    await visit(page, '/announcements/new');
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
