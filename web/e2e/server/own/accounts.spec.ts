import { createHmac } from 'node:crypto';
import type { Browser, Page } from '@playwright/test';
import { test as base } from '../ownDemo';
import { expect, password } from '../people';

const test = base.extend<{ baseURL: string }>({
  // Passkeys belong to a host name.
  baseURL: ({ own }, provide) => provide(own.url.replace('127.0.0.1', 'localhost')),
});

async function visitor(browser: Browser, baseURL: string): Promise<Page> {
  const context = await browser.newContext({ baseURL, viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  page.setDefaultTimeout(20_000);
  return page;
}

async function enterPassword(page: Page, email: string): Promise<void> {
  await page.goto(email.endsWith('@northlight.test') ? '/admin/signin' : '/signin');
  await page.getByLabel(/^Email/).fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.keyboard.press('Enter');
}

async function signOut(page: Page): Promise<void> {
  await page.goto('/signout');
  await expect(page.getByLabel(/^Email/)).toBeVisible();
}

const isIn = (page: Page) => expect(page.getByRole('button', { name: /^User menu/ })).toBeVisible();

/** Returns the code that an authenticator app shows some periods of 30 s from now (RFC 6238). */
function codeOf(secret: string, periods: number): string {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
  const bits = secret
    .split('')
    .map((letter) => alphabet.indexOf(letter).toString(2).padStart(5, '0'))
    .join('');
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
  const step = Buffer.alloc(8);
  step.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000) + periods));
  const hash = createHmac('sha1', key).update(step).digest();
  const at = (hash.at(-1) ?? 0) % 16;
  return ((hash.readUInt32BE(at) % 2 ** 31) % 1_000_000).toString().padStart(6, '0');
}

/** Begins to add a second factor in the settings. */
async function begin(page: Page, button: string) {
  await page.goto('/settings');
  await page.getByRole('button', { name: button }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Your password').fill(password);
  await page.keyboard.press('Enter');
  return dialog;
}

test('a lost phone: a recovery code signs in once, and the factor is replaced (D-46, BY-045)', async ({
  browser,
  baseURL,
}) => {
  const page = await visitor(browser, baseURL);
  await enterPassword(page, 'staff@acme.test');
  await isIn(page);
  const dialog = await begin(page, 'Add authenticator app');
  const secret = await dialog.getByLabel('Secret').inputValue();
  await dialog.getByLabel('Code').fill(codeOf(secret, 0));
  await dialog.getByRole('button', { name: 'Add' }).click();
  const shown = dialog.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem');
  await expect(shown).toHaveCount(10);
  const codes = await shown.allInnerTexts();
  await expect(dialog.getByRole('button', { name: 'Done' })).toBeDisabled();
  await dialog.getByLabel('I have stored these codes').check();
  await dialog.getByRole('button', { name: 'Done' }).click();
  await signOut(page);

  await enterPassword(page, 'staff@acme.test');
  await page.getByLabel('Enter the code of your authenticator app').fill(codeOf(secret, 1));
  await isIn(page);
  await signOut(page);

  await enterPassword(page, 'staff@acme.test');
  await page.getByRole('button', { name: 'Use a recovery code' }).click();
  await page.getByLabel('Recovery code').fill(codes[0] ?? '');
  await page.keyboard.press('Enter');
  await isIn(page);
  await page.goto('/settings');
  await expect(page.getByText(/9 codes left/)).toBeVisible();
  await page.getByRole('button', { name: 'Remove Authenticator app' }).click();
  await page.getByRole('dialog').getByLabel('Your password').fill(password);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('list', { name: 'Your second factors' })).toBeHidden();
});

test('a passkey is the second step under the name of the host (D-46, BY-045)', async ({ browser, baseURL }) => {
  const page = await visitor(browser, baseURL);
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  await enterPassword(page, 'staff2@acme.test');
  await isIn(page);
  const dialog = await begin(page, 'Add passkey');
  await dialog.getByLabel('Name').fill('Laptop');
  await dialog.getByRole('button', { name: 'Add' }).click();
  await dialog.getByLabel('I have stored these codes').check();
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByRole('list', { name: 'Your second factors' })).toContainText('Laptop');
  await signOut(page);
  await enterPassword(page, 'staff2@acme.test');
  await page.getByRole('button', { name: 'Use a passkey' }).click();
  await isIn(page);
});

test('an impersonation is shown, ends, and is seen in the audit area (D-48, SH-140..SH-144)', async ({
  browser,
  baseURL,
}) => {
  const admin = await visitor(browser, baseURL);
  await enterPassword(admin, 'admin@northlight.test');
  await isIn(admin);
  await admin.goto('/people');
  await admin.getByRole('link', { name: 'Freya Nilsen' }).click();
  await admin.getByRole('button', { name: 'Act as this person' }).click();
  await admin.getByRole('dialog').getByRole('textbox').fill('They asked us to look.');
  const opened = admin.context().waitForEvent('page');
  await admin.getByRole('dialog').getByRole('button').last().click();
  const acting = await opened;
  await isIn(acting);
  const bar = acting.getByRole('region', { name: 'Impersonation' });
  await expect(bar).toContainText('Nora Lindqvist is acting as Freya Nilsen until');
  expect(await acting.evaluate(() => new URL(location.href).search)).toBe(''); // the token is gone
  await bar.getByRole('button', { name: 'End' }).click();
  await expect(acting).toHaveURL(/signin/);

  const auditor = await visitor(browser, baseURL);
  await enterPassword(auditor, 'admin@northlight.test');
  await isIn(auditor);
  await auditor.goto('/audit/accounts');
  await expect(auditor.getByText('They asked us to look.')).toBeVisible();
  await expect(auditor.getByText(/An admin stopped acting as the person/)).toBeVisible();
  await auditor.goto('/impersonate-customer?token=made-up');
  await expect(auditor.getByText('Token is not valid').first()).toBeVisible();
});
