import { expect, test } from '@playwright/test';
import { browserOf, choosePassword, completeCompany, joinWith, mailedLink, password } from '../newcomers';
import { withServer } from '../ownServer';

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
    const link = /\/setup#token=[\w-]+/.exec(server.printed())?.[0] ?? '';
    expect(link).not.toBe('');
    await admin.goto(link);
    await admin.getByLabel('Product name').fill('Harbor Studio');
    await admin.getByLabel('First name').fill('Ada');
    await admin.getByLabel('Last name').fill('Berg');
    await admin.getByLabel('Email Address').fill('ada@harbor.test');
    await choosePassword(admin);
    await admin.getByRole('button', { name: 'Set up' }).click();
    await expect(admin.getByRole('button', { name: /^User menu/ })).toBeVisible(); // signed in at once

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
    await olga.goto('/');
    await expect(olga).toHaveURL(/\/profile#company/); // SH-171
    await completeCompany(olga, 'Olga Owner');
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
