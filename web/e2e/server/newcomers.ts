import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Browser, expect, type Page } from '@playwright/test';
import type { OwnServer } from './ownServer';
import { password as demoPassword } from './people';

export const password = 'a-Good-one-7';

/** A server under one of its addresses. */
type Where = Pick<OwnServer, 'url' | 'data'>;

/** Waits for the newest mail to an address, and returns the path of the link in it as the file has it (D-284). */
export async function mailedLink({ data, url }: Where, to: string): Promise<string> {
  let link = '';
  await expect
    .poll(
      async () => {
        const names = await readdir(join(data, 'mail')).catch(() => []);
        for (const name of names.toSorted((a, b) => a.localeCompare(b))) {
          const mail = await readFile(join(data, 'mail', name), 'utf8');
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

/** Refused requests, and what browsers say about every page without https. */
const unimportant = /the server responded with a status of|The Cross-Origin-Opener-Policy header has been ignored/;

/** Opens a page in a browser of its own. An error on its console fails the test. */
export async function browserOf(browser: Browser, { url }: Pick<Where, 'url'>, errors: string[]): Promise<Page> {
  const context = await browser.newContext({ baseURL: url, viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  page.setDefaultTimeout(20_000);
  page.on('pageerror', (error) => errors.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error' && !unimportant.test(message.text())) errors.push(message.text());
  });
  return page;
}

/** Fills both fields of a new password in. */
export async function choosePassword(page: Page): Promise<void> {
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByLabel('Retype Password').fill(password);
}

/** Joins with the link of an invitation, which signs in at once. */
export async function joinWith(page: Page, link: string): Promise<void> {
  await page.goto(link);
  await choosePassword(page);
  await page.getByRole('button', { name: 'Join' }).click();
  await expect(page.getByRole('button', { name: /^User menu/ })).toBeVisible();
}

/** Signs in. The address is filled in already. */
export async function signIn(page: Page): Promise<void> {
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: /^User menu/ })).toBeVisible();
}

/** Completes the company of an account on the profile page, and skips the tour. */
export async function completeCompany(page: Page, contact: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Address', exact: true }).fill('1 Road, Leeds');
  await page.getByRole('combobox', { name: 'Country' }).fill('United Kingdom');
  await page.getByRole('option', { name: 'United Kingdom' }).click();
  await page.getByRole('textbox', { name: 'Contact' }).fill(contact);
  await page.getByRole('button', { name: 'Save company' }).click();
  await expect(page.getByText('Your company is saved').first()).toBeVisible();
  // Now that nothing is missing, a tour is offered.
  await page.getByRole('dialog', { name: 'You are ready to go' }).getByRole('button', { name: 'Skip' }).click();
}

/** Signs a person of the demo in. */
export async function enter(page: Page, path: string, email: string): Promise<void> {
  await page.goto(path);
  await page.getByLabel(/^Email/).fill(email);
  await page.getByLabel('Password', { exact: true }).fill(demoPassword);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: /^User menu/ })).toBeVisible();
}
