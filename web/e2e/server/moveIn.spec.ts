import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Browser, expect, type Page, test } from '@playwright/test';
import { type OwnServer, withServer } from './ownServer';

const password = 'a-Good-one-7';

/** Undoes the quoted-printable encoding of a mail. */
function decoded(mail: string): string {
  return mail
    .replaceAll(/=\r?\n/g, '')
    .replaceAll(/=([0-9A-F]{2})/g, (_whole, hex: string) => String.fromCodePoint(Number.parseInt(hex, 16)));
}

/** Waits for the newest mail to an address, and returns the path of the link in it. */
async function mailedLink({ data, url }: OwnServer, to: string): Promise<string> {
  let link = '';
  await expect
    .poll(
      async () => {
        const names = await readdir(join(data, 'mail')).catch(() => []);
        for (const name of names.toSorted((a, b) => a.localeCompare(b))) {
          const mail = decoded(await readFile(join(data, 'mail', name), 'utf8'));
          if (mail.includes(`<${to}>`))
            link = /https?:\/\/\S+/.exec(mail.slice(mail.indexOf('text/plain')))?.[0] ?? link;
        }
        return link;
      },
      { timeout: 30_000 },
    )
    .toContain(url);
  return link.slice(url.length);
}

/** Opens a page in a browser of its own. An error on its console fails the test. */
async function browserOf(browser: Browser, { url }: OwnServer, errors: string[]): Promise<Page> {
  const context = await browser.newContext({ baseURL: url, viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  page.setDefaultTimeout(20_000);
  page.on('pageerror', (error) => errors.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error' && !/the server responded with a status of/.test(message.text()))
      errors.push(message.text());
  });
  return page;
}

async function choosePassword(page: Page): Promise<void> {
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByLabel('Retype Password').fill(password);
}

/** Joins with the link of an invitation, and signs in. */
async function joinWith(page: Page, link: string): Promise<void> {
  await page.goto(link);
  await choosePassword(page);
  await page.getByRole('button', { name: 'Join' }).click();
  await page.getByRole('link', { name: 'Log in' }).click();
  await signIn(page);
}

/** Signs in. The address is filled in already. */
async function signIn(page: Page): Promise<void> {
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: /^User menu/ })).toBeVisible();
}

/** Passes the profile gate by completing one's own profile (SH-168..SH-170). */
async function completeProfile(page: Page): Promise<void> {
  const gate = page.getByRole('dialog', { name: 'Welcome to Dashboard!' });
  await expect(gate).toContainText('You must complete your profile information before you can use your account');
  await page.keyboard.press('Escape');
  await gate.getByRole('button', { name: 'Go to manage profile' }).click();
  await expect(page).toHaveURL(/\/profile/);
  await expect(gate).toBeHidden();
  await page.getByLabel('Phone').fill('0151-2345 678');
  await page.getByRole('button', { name: 'Save profile' }).click();
  await expect(page.getByText('Your profile is saved').first()).toBeVisible();
}

test('a company that has never seen the product sets it up, and comes to its first order (D-44, D-45, D-50, D-51, SH-152, SH-168..SH-172)', async ({
  browser,
}) => {
  test.setTimeout(180_000);
  const errors: string[] = [];
  await withServer(['--no-demo'], async (server) => {
    // The link is printed where the server was started. Until then every page says what to do.
    const admin = await browserOf(browser, server, errors);
    await admin.goto('/');
    await expect(admin.getByText('This product is not set up yet.')).toBeVisible();
    const link = /\/setup\?token=[\w-]+/.exec(server.printed())?.[0] ?? '';
    expect(link).not.toBe('');
    await admin.goto(link);
    await admin.getByLabel('Product name').fill('Harbor Studio');
    await admin.getByLabel('First name').fill('Ada');
    await admin.getByLabel('Last name').fill('Berg');
    await admin.getByLabel('Email Address').fill('ada@harbor.test');
    await choosePassword(admin);
    await admin.getByRole('button', { name: 'Set up' }).click();
    await expect(admin).toHaveURL(/\/admin\/signin/);
    await signIn(admin);
    await completeProfile(admin);

    // The staff gets a mail each.
    await admin.goto('/people');
    await admin.getByRole('button', { name: 'Add person' }).click();
    const dialog = admin.getByRole('dialog');
    await dialog.getByLabel('First name').fill('Otto');
    await dialog.getByLabel('Last name').fill('Olsen');
    await dialog.getByLabel('Email Address').fill('otto@harbor.test');
    await dialog.getByLabel('Role').click();
    await admin.getByRole('listbox').getByRole('option', { name: 'Operator' }).click();
    await dialog.getByRole('button', { name: 'Add', exact: true }).click();
    await expect(admin.getByRole('row', { name: /Otto Olsen/ })).toContainText('Invited');
    const otto = await browserOf(browser, server, errors);
    await joinWith(otto, await mailedLink(server, 'otto@harbor.test'));
    await admin.reload();
    await expect(admin.getByRole('row', { name: /Otto Olsen/ })).toContainText('Active');

    // So does the owner of a new customer, who completes the profile and the company, and orders.
    await admin.goto('/customer/new');
    await admin.getByLabel('Company name').fill('Acme');
    await admin.getByLabel('First name').fill('Olga');
    await admin.getByLabel('Last name').fill('Owner');
    await admin.getByLabel('Email Address').fill('olga@acme.test');
    await admin.getByRole('button', { name: 'Create Customer' }).click();
    await expect(admin.getByRole('heading', { name: 'Acme' })).toBeVisible();
    const olga = await browserOf(browser, server, errors);
    await joinWith(olga, await mailedLink(server, 'olga@acme.test'));
    await completeProfile(olga);
    await olga.goto('/');
    await expect(olga).toHaveURL(/\/profile#company/); // SH-171
    await olga.getByLabel('Address', { exact: true }).fill('1 Road, Leeds');
    await olga.getByRole('combobox', { name: 'Country' }).fill('United Kingdom');
    await olga.getByRole('option', { name: 'United Kingdom' }).click();
    await olga.getByRole('textbox', { name: 'Contact' }).fill('Olga Owner');
    await olga.getByRole('button', { name: 'Save company' }).click();
    await expect(olga.getByText('Your company is saved').first()).toBeVisible();
    await olga.getByRole('button', { name: 'Create New Order' }).click();
    await olga.getByLabel(/^Order name/).fill('First label');
    await expect(olga).toHaveURL(/draft=/);
    await olga.goto('/');
    await expect(olga.getByText('First label').first()).toBeVisible();
    await admin.goto('/');
    await expect(admin.getByText('First label').first()).toBeVisible();

    // The owner asks for the deletion of the account, and takes it back.
    await olga.goto('/settings');
    const form = olga.getByRole('region', { name: 'Delete account' });
    await form.getByRole('button', { name: 'Delete account' }).click();
    await expect(form.getByText('Required!')).toHaveCount(2); // SH-172
    await form.getByLabel('Reason').fill('We merge.');
    await form.getByLabel('Your password').fill(password);
    await form.getByRole('button', { name: 'Delete account' }).click();
    await olga.getByRole('dialog').getByRole('button', { name: 'Yes' }).click();
    const banner = olga.getByText(/^This account will be deleted on \d\d \w{3} \d{4}\.$/); // SH-152
    await expect(banner).toBeVisible();
    await olga.goto('/');
    await olga.getByRole('button', { name: 'Keep the account' }).first().click();
    await expect(banner).toBeHidden();
    expect(errors).toEqual([]);
  });
});
