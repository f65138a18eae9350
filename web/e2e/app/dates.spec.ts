import { uuid } from '../../tests/fake/data';
import { dateField, typeDate } from '../dates';
import { lookAt, wide, wideAndNarrow } from '../looks';
import { expect, test, visit } from './fixtures';

test.use({ role: 'manager', locale: 'de-DE', timezoneId: 'America/Los_Angeles' });

const order = uuid(1000);

test('a date is shown, typed and picked in English in a German browser: axe finds no violation; the calendar of a dialog closes alone (BY-032)', async ({
  page,
  server,
}) => {
  const due = () => server.orders.find(({ id }) => id === order)?.dueDate;
  await page.goto(`/orders/detail/${order}`);
  const field = dateField(page, 'Due date');
  await typeDate(page, 'Due date', '30.12.2026');
  await expect(field).toHaveValue('30 Dec 2026');
  await expect.poll(due).toBe('2026-12-31T07:59:59.000Z');

  await field.fill('31 Feb 2027');
  await field.press('Enter');
  await expect(field).toHaveAccessibleDescription('Feb 2027 has the days 1 to 28.');
  await lookAt(page, 'date-refused', wide);
  await field.press('Escape');
  await expect(field).toHaveValue('30 Dec 2026');

  await field.press('Alt+ArrowDown');
  const calendar = page.getByRole('dialog', { name: 'Calendar of Due date' });
  await expect(calendar.getByRole('button', { name: '30 December 2026' })).toBeFocused();
  await lookAt(page, 'date-calendar', wide); // A narrow page folds its facts.
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowDown');
  await expect(calendar.getByRole('button', { name: '7 January 2027', exact: true })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(calendar).toBeHidden();
  await expect(field).toBeFocused();
  await expect.poll(due).toBe('2027-01-08T07:59:59.000Z');

  // The calendar of a dialog closes alone, and the focus returns to the field.
  await visit(page, '/');
  server.requests.length = 0;
  await page.locator('[data-card]').first().press('m');
  await page.getByRole('menuitem', { name: 'Due date…' }).click();
  const dialog = page.getByRole('dialog', { name: /^Due date:/ });
  await expect(field).toBeFocused();
  await field.fill('');
  await field.press('Alt+ArrowDown');
  await expect(calendar.locator('[aria-current="date"]')).toBeFocused();
  await lookAt(page, 'date-dialog', wideAndNarrow);
  await page.keyboard.press('Escape');
  await expect(calendar).toBeHidden();
  await expect(field).toBeFocused();
  await expect(dialog).toBeVisible();
  await field.pressSequentially('31 feb');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(field).toBeFocused();
  await expect(dialog).toBeVisible();
  expect(server.requests.filter(({ method }) => method === 'PUT')).toEqual([]);
});
