import type { AccountExport } from '../../src/api/session/account';
import { refused } from '../../tests/fake/server';
import { lookAt } from '../looks';
import { expect, test } from './fixtures';

const states: { now: AccountExport; ready: string }[] = [
  { now: { state: 'none' }, ready: 'There is no export yet.' },
  { now: { state: 'waiting', orders: 240, written: 90 }, ready: '90 of 240 orders are written.' },
  {
    now: {
      state: 'ready',
      fileName: 'kaffeeroesterei-blum-und-soehne-freiburg-im-breisgau-2026-11-25.zip',
      fileSize: 4_831_838_208,
      expiresAt: '2026-12-02T10:00:00Z',
    },
    ready: 'Available until',
  },
  { now: { state: 'failed' }, ready: 'The export could not be made.' },
];

for (const { now, ready } of states) {
  test(`the export of an account, ${now.state}: axe finds no violation (BY-032)`, async ({ page, server }) => {
    server.own.export = now;
    await page.goto('/settings#export');
    const section = page.getByRole('region', { name: 'Export your account' });
    await expect(section.getByText(ready)).toBeVisible();
    await lookAt(page, `account-export-${now.state}`);
  });
}

test('a live message moves the bar of the export', async ({ page, server, live }) => {
  server.own.export = { state: 'waiting', orders: 4, written: 1 };
  await page.goto('/settings');
  const bar = page.getByRole('progressbar', { name: /^Export/ });
  await expect(bar).toHaveAttribute('aria-valuenow', '25');
  live.send({ event: 'account-export', data: { state: 'waiting', orders: 4, written: 3 } });
  await expect(bar).toHaveAttribute('aria-valuenow', '75');
});

test('the question before the deletion leads to the export: axe finds no violation (BY-032)', async ({ page }) => {
  await page.goto('/settings');
  const deletion = page.getByRole('region', { name: 'Delete account' });
  await deletion.getByLabel('Reason').fill('We close.');
  await deletion.getByLabel('Your password').fill('proof-demo-1');
  await deletion.getByRole('button', { name: 'Delete account' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('link', { name: 'Export your data first' })).toBeVisible();
  await lookAt(page, 'delete-account-question');
  await dialog.getByRole('link').click();
  await expect(dialog).toBeHidden();
  await expect(page).toHaveURL('/settings#export');
  await expect(page.getByRole('heading', { name: 'Export your account' })).toBeInViewport();
});

test('an export and an address that are refused: axe finds no violation (BY-032)', async ({ page, server }) => {
  server.intercept = ({ method, path }) =>
    method === 'POST' && path.endsWith('/export') ? refused(429, 'x', 'Only one export a day.') : undefined;
  await page.goto('/settings#export');
  await page.getByRole('button', { name: 'Export account' }).click();
  await expect(page.getByText('Only one export a day.')).toBeVisible();
  await lookAt(page, 'account-export-refused');
  await page.goto('/profile#contact');
  const contact = page.getByRole('region', { name: 'Contact' });
  await contact.getByLabel('New Email Address').fill('ada@acme.test');
  await contact.getByLabel('Your password').fill('wrong');
  await contact.getByRole('button', { name: 'Change address' }).click();
  await expect(contact.getByText('The password is not right.')).toBeVisible();
  await lookAt(page, 'profile-email-refused');
  await contact.getByLabel('Your password').fill('proof-demo-1');
  await contact.getByRole('button', { name: 'Change address' }).click();
  await expect(contact.getByText('We have sent a link to ada@acme.test.')).toBeVisible();
  await lookAt(page, 'profile-email-sent');
});
