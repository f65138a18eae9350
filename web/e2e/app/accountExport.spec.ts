import type { AccountExport } from '../../src/api/session/account';
import { refused } from '../../tests/fake/server';
import { lookAt } from '../looks';
import { expect, test, visit } from './fixtures';

const states: { now: AccountExport; ready: string; bar?: string }[] = [
  { now: { state: 'waiting', orders: 240, written: 60 }, ready: '60 of 240 orders are written.', bar: '25' },
  { now: { state: 'waiting', orders: 240, written: 180 }, ready: '180 of 240 orders are written.', bar: '75' },
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

test('the export of an account in each state, the question before the deletion, which leads to it, and another address: axe finds no violation (BY-032)', async ({
  page,
  server,
  live,
}) => {
  server.own.export = { state: 'none' };
  server.intercept = ({ method, path }) =>
    method === 'POST' && path.endsWith('/export') ? refused(429, 'x', 'Only one export a day.') : undefined;
  await page.goto('/settings#export');
  const section = page.getByRole('region', { name: 'Export your account' });
  await expect(section.getByText('There is no export yet.')).toBeVisible();
  await lookAt(page, 'account-export-none');
  await section.getByRole('button', { name: 'Export account' }).click();
  await expect(page.getByText('Only one export a day.')).toBeVisible();
  await lookAt(page, 'account-export-refused');
  for (const { now, ready, bar } of states) {
    server.own.export = now;
    live.send({ event: 'account-export', data: now });
    await expect(section.getByText(ready)).toBeVisible();
    if (bar) await expect(page.getByRole('progressbar', { name: /^Export/ })).toHaveAttribute('aria-valuenow', bar);
    if (bar !== '25') await lookAt(page, `account-export-${now.state}`);
  }

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

  await visit(page, '/profile#contact');
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
