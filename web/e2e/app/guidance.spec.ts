import { makeProfile } from '../../tests/fake/data';
import { makeAnnouncement } from '../../tests/fake/shell';
import type { FakeServer } from '../../tests/fake/server';
import { lookAt } from '../looks';
import { expect, test, visit } from './fixtures';

/** Opens the office, two hours ago. */
function openOffice(server: FakeServer): void {
  const now = Date.now();
  const at = (hours: number) => new Date(now + hours * 3_600_000).toISOString();
  const today = { open: at(-2), close: at(5), isClose: false };
  server.shell.hours = {
    localeTime: at(0),
    officeTime: at(0),
    officeTimeZone: 'Europe/Berlin',
    officeCurrentOpenHours: today,
    localeCurrentOpenHours: today,
    tomorrowOpenHours: { isClose: true },
    description: 'Call us.',
  };
}

test.describe('an admin', () => {
  test.use({ role: 'admin' });

  test('the sidebar shows all of the business hours without scrolling; business hours and announcements: axe finds no violation (BD-112, BY-032)', async ({
    page,
    server,
  }) => {
    openOffice(server);
    server.shell.announcements = [makeAnnouncement(1)];
    const me = makeProfile('admin');
    server.own.profile = { ...me, abilities: { ...me.abilities, audit: ['read'], operations: ['read'] } };
    const sidebar = page.getByRole('complementary', { name: 'Sidebar' });
    await page.goto('/');
    for (const path of ['/', '/catalogue']) {
      await test.step(path, async () => {
        await visit(page, path);
        await expect(page.getByRole('heading', { level: 1 })).toHaveText(path === '/' ? 'Order board' : 'Catalogue');
        await expect(sidebar.getByRole('group', { name: 'Oversight' })).toBeVisible();
        await expect(sidebar.getByRole('link', { name: /^Cancelled/ })).toBeVisible();
        await expect(sidebar.getByText(/^Open until/)).toBeVisible();
        await expect(sidebar.getByRole('region', { name: 'Business hours' })).toBeInViewport({ ratio: 1 });
        expect(await sidebar.evaluate((box) => box.scrollHeight - box.clientHeight)).toBe(0);
      });
    }

    await visit(page, '/business-hours');
    await expect(page.getByRole('form', { name: 'Business hours' })).toBeVisible();
    await lookAt(page, 'business-hours');
    await visit(page, '/announcements');
    await expect(page.getByRole('button', { name: 'New announcement' })).toBeVisible();
    await lookAt(page, 'announcements');
    await page.getByRole('button', { name: 'New announcement' }).click();
    await expect(page.getByRole('heading', { name: 'New announcement' })).toBeVisible();
    await expect(page.getByText('Characters left')).toBeVisible();
    await lookAt(page, 'announcement-editor');
  });
});

test.describe('an owner', () => {
  test.use({ role: 'owner' });

  test('sees the business hours in the sidebar, and dismisses an announcement (BD-112, BD-381)', async ({
    page,
    server,
  }) => {
    openOffice(server);
    server.shell.announcements = [makeAnnouncement(1)];
    await page.goto('/');
    const sidebar = page.getByRole('complementary', { name: 'Sidebar' });
    await expect(sidebar.getByText(/^Open until/)).toBeVisible();
    const bar = page.getByRole('region', { name: 'Announcement' });
    await expect(bar).toBeVisible();
    await lookAt(page, 'announcement-bar');
    await page.getByRole('button', { name: 'Dismiss this announcement' }).click();
    await expect(page.getByRole('button', { name: 'Dismiss this announcement' })).toHaveCount(0);
  });
});
