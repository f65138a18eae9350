import type { Page } from '@playwright/test';
import { hoursOf } from '../../src/features/hours/calendar';
import { refused } from '../../tests/fake/server';
import { office } from '../../tests/fake/shell';
import { lookAt, wideAndNarrow, wideAndPhone } from '../looks';
import { expect, test } from './fixtures';

const at = (time: string) => hoursOf(office, Date.parse(time), 'Europe/Berlin');
const widget = (page: Page) => page.getByRole('region', { name: 'Business hours', exact: true });

test('the business hours, open, closed and with a long text, wide, on a phone and as an icon: axe finds no violation (BY-032)', async ({
  page,
  server,
  live,
}) => {
  server.own.profile.timeZone = { label: 'Europe/Berlin' };
  server.shell.hours = at('2026-11-26T12:00:00+01:00');
  await page.goto('/archived-order');
  await expect(widget(page).getByText('Open until 18:00')).toBeVisible(); // BD-368
  const clock = widget(page).locator('time').first();
  await expect(clock).toHaveText(/^12:00:0\d$/);
  const box = await widget(page).boundingBox();
  const now = await clock.innerText();
  await expect(clock).not.toHaveText(now); // It ticks, and nothing moves.
  expect(await widget(page).boundingBox()).toEqual(box);
  await lookAt(page, 'hours-open', wideAndNarrow);
  // On a phone the sidebar is a drawer.
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole('button', { name: 'Open the sidebar' }).click();
  await expect(widget(page).getByText('Open until 18:00')).toBeVisible();
  await page.keyboard.press('Escape');
  await page.setViewportSize({ width: 1440, height: 900 });

  server.shell.hours = { ...at('2026-11-28T12:00:00+01:00'), description: 'Call us in urgent cases. '.repeat(20) };
  live.send({ event: 'reload-business-hours' });
  await expect(widget(page).getByText('Closed. Opens on Monday at 09:00')).toBeVisible(); // BD-371
  await expect(widget(page).getByText(/^Call us/)).toBeVisible(); // BD-374
  await lookAt(page, 'hours-closed-long', wideAndNarrow);
  expect((await widget(page).boundingBox())?.height).toBeLessThan(240);

  await page.getByRole('button', { name: 'Collapse the sidebar' }).click();
  const icon = page.getByRole('img', { name: 'Closed. Opens on Monday at 09:00' });
  await expect(icon).toBeVisible();
  // The tooltip of the button under the pointer is outside of all landmarks.
  await page.mouse.move(700, 400);
  await expect(page.getByRole('tooltip')).toBeHidden();
  await lookAt(page, 'hours-collapsed', [{ scheme: 'light', width: 1440 }]);
  await icon.hover();
  await expect(page.getByRole('tooltip', { name: 'Closed. Opens on Monday at 09:00' })).toBeVisible();
});

test.describe('the editor of the business hours', () => {
  test.use({ role: 'admin' });

  test('while it loads, failed, with changes and errors: axe finds no violation (BY-032)', async ({
    page,
    server,
    live,
  }) => {
    server.shell.office = { ...office, holidays: [{ date: '2026-12-25', name: 'Christmas Day' }] };
    const release = live.hold(({ path }) => path.endsWith('/business-hours/settings'));
    server.intercept = ({ path }) => (path.endsWith('/settings') ? refused(500, 'internal', 'Try later.') : undefined);
    await page.goto('/business-hours');
    await expect(page.getByLabel('Loading the business hours')).toBeVisible();
    await lookAt(page, 'business-hours-loading', wideAndNarrow);
    release();
    await expect(page.getByText('Try later.')).toBeVisible();
    await lookAt(page, 'business-hours-failed', wideAndNarrow);
    server.intercept = () => undefined;
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByLabel('Monday opens')).toHaveValue('09:00');
    await lookAt(page, 'business-hours', wideAndPhone);
    await page.getByLabel('Tuesday closes').fill('07:00');
    await page.getByRole('textbox', { name: 'Description' }).fill('Call us.');
    await page.getByRole('button', { name: 'Add holiday' }).click();
    await page.getByRole('button', { name: 'Save business hours' }).click();
    await expect(page.getByText('The closing time must be after the opening time.')).toBeVisible();
    await lookAt(page, 'business-hours-errors', wideAndNarrow);
    await page.getByLabel('Tuesday closes').fill('16:00');
    server.intercept = ({ method }) =>
      method === 'PUT' ? refused(400, 'client.business_hours_invalid', 'Check the business hours.') : undefined;
    await page.getByRole('button', { name: 'Save business hours' }).click();
    await expect(page.getByText('Check the business hours.')).toBeVisible();
    await lookAt(page, 'business-hours-refused', wideAndNarrow);
    server.intercept = () => undefined;
    await page.getByRole('button', { name: 'Save business hours' }).click();
    await expect(page.getByText('The business hours are saved.')).toBeVisible();
    expect(server.shell.office.days[2]).toEqual({ opens: 540, closes: 960 });
    expect(server.shell.office.description).toBe('Call us.');
  });
});
