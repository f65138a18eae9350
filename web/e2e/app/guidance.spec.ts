import { makeAnnouncement } from '../../tests/fake/shell';
import { lookAt } from '../looks';
import { expect, test } from './fixtures';

test.describe('an admin', () => {
  test.use({ role: 'admin' });

  test('business hours and announcements: axe finds no violation (BY-032)', async ({ page, server }) => {
    server.shell.announcements = [makeAnnouncement(1)];
    await page.goto('/business-hours');
    await expect(page.getByRole('form', { name: 'Business hours' })).toBeVisible();
    await lookAt(page, 'business-hours');
    await page.goto('/announcements');
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
