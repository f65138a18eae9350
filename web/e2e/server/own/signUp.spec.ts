import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect } from '@playwright/test';
import { browserOf, choosePassword, completeCompany, enter, mailedLink, password, signIn } from '../newcomers';
import { test } from '../ownDemo';
import { binary } from '../ownServer';

const run = promisify(execFile);

test('somebody registers, changes the address, exports the account, which checks without the server, and replaces a lost password (D-45, D-46, BY-044)', async ({
  browser,
  own: server,
}, info) => {
  test.setTimeout(240_000);
  const errors: string[] = [];
  const nora = await browserOf(browser, server, errors);
  await nora.goto('/signup');
  await expect(nora.getByRole('heading', { name: 'You need an invitation' })).toBeVisible();
  const admin = await browserOf(browser, server, errors);
  await enter(admin, '/admin/signin', 'admin@northlight.test');
  await admin.goto('/clients/customer');
  await admin.getByRole('switch', { name: /register themselves/ }).click();
  await expect(admin.getByRole('switch', { name: /register themselves/ })).toBeChecked();
  await admin.screenshot({ path: info.outputPath('switch.png') });

  await nora.goto('/signin');
  await nora.getByRole('link', { name: 'Sign up' }).click();
  await nora.getByLabel('First name').fill('Nora');
  await nora.getByLabel('Last name').fill('Lind');
  await nora.getByLabel('Company').fill('Nora’s Bakery');
  await nora.getByLabel('Email Address').fill('nora@bakery.test');
  await choosePassword(nora);
  await nora.screenshot({ path: info.outputPath('signup.png') });
  await nora.getByRole('button', { name: 'Sign up' }).click();
  await expect(nora.getByRole('heading', { name: 'Check your mail' })).toBeVisible();
  await nora.goto(await mailedLink(server, 'nora@bakery.test'));
  await expect(nora.getByText(/verified/i).first()).toBeVisible();
  await nora.goto('/signin');
  await nora.getByLabel('Email Address').fill('nora@bakery.test');
  await signIn(nora);
  await nora.goto('/');
  await completeCompany(nora, 'Nora Lind');

  // The new address counts once its link is followed.
  await nora.goto('/profile');
  const address = nora.getByRole('form', { name: 'Change the address' });
  await address.getByLabel('New Email Address').fill('nora@elsewhere.test');
  await address.getByLabel('Your password', { exact: true }).fill(password);
  await address.getByRole('button', { name: 'Change address' }).click();
  await expect(nora.getByText(/We have sent a link to nora@elsewhere\.test/)).toBeVisible();
  await nora.screenshot({ path: info.outputPath('address.png') });
  const other = await nora.context().newPage();
  await other.goto(await mailedLink(server, 'nora@elsewhere.test'));
  await expect(other.getByRole('heading', { name: /changed/i })).toBeVisible();
  await other.screenshot({ path: info.outputPath('changed.png') });
  await expect(nora.getByText('nora@elsewhere.test').first()).toBeVisible();

  // The export has the account's order, and checks with the public key alone.
  await nora.goto('/orders/new');
  await nora.getByLabel(/^Order name/).fill('Bread bag');
  await expect(nora).toHaveURL(/draft=/);
  await nora.goto('/settings');
  const section = nora.getByRole('region', { name: 'Export your account' });
  await section.getByRole('button', { name: 'Export account' }).click();
  const download = section.getByRole('button', { name: 'Download' });
  await expect(download).toBeVisible({ timeout: 60_000 });
  await nora.screenshot({ path: info.outputPath('export.png') });
  const [file] = await Promise.all([nora.waitForEvent('download'), download.click()]);
  const zip = info.outputPath('export.zip');
  await file.saveAs(zip);
  const { stdout } = await run(binary, ['audit', 'check', zip, '--data', server.data]);
  expect(stdout).toContain('has 1 orders');

  // A lost password is replaced with the link of a mail, which ends the session.
  const lost = await browserOf(browser, server, errors);
  await lost.goto('/forgot-password');
  await lost.getByLabel('Email', { exact: true }).fill('nora@elsewhere.test');
  await lost.keyboard.press('Enter');
  await expect(lost.getByRole('heading', { name: 'Great, check your inbox' })).toBeVisible();
  await expect.poll(() => mailedLink(server, 'nora@elsewhere.test'), { timeout: 30_000 }).toContain('/reset-password');
  await lost.goto(await mailedLink(server, 'nora@elsewhere.test'));
  await lost.getByLabel('Password', { exact: true }).fill('another-One-8');
  await lost.getByLabel('Retype Password').fill('another-One-8');
  await lost.keyboard.press('Enter');
  await expect(lost.getByRole('heading', { name: 'Great, your password has already been set.' })).toBeVisible();
  await expect(nora).toHaveURL(/\/signin/);
  await lost.goto('/signin');
  await lost.getByLabel('Email Address').fill('nora@elsewhere.test');
  await lost.getByLabel('Password', { exact: true }).fill('another-One-8');
  await lost.keyboard.press('Enter');
  await expect(lost.getByRole('button', { name: /^User menu/ })).toBeVisible();
  expect(errors).toEqual([]);
});
