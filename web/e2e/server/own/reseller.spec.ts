import { chromium, expect, type Page } from '@playwright/test';
import { put } from '../api';
import { browserOf, choosePassword, completeCompany, enter, joinWith, mailedLink } from '../newcomers';
import { test } from '../ownDemo';

const host = 'orders.brightside.test';

/** The smallest possible PNG. */
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

const logo = {
  name: 'logo.svg',
  mimeType: 'image/svg+xml',
  buffer: Buffer.from(
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 160 40"><rect width="160" height="40" rx="8" fill="#7a1f5c"/>' +
      '<circle cx="24" cy="20" r="10" fill="#ffffff"/></svg>',
  ),
};

const brandColour = (page: Page) =>
  page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--brand').trim());

test('a reseller brands itself, and its customer’s team approves a proof under that brand (SH-162..SH-166, BD-009, D-25, D-45, D-49, D-66)', async ({
  browser,
  own: server,
}, info) => {
  test.setTimeout(240_000);
  const errors: string[] = [];
  const port = new URL(server.url).port;
  const branded = { url: `http://${host}:${port}`, data: server.data };
  const resolving = await chromium.launch({
    executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu', `--host-resolver-rules=MAP ${host} 127.0.0.1`],
  });
  const see = (page: Page, name: string) => page.screenshot({ path: info.outputPath(`${name}.png`) });

  // The admin gives the reseller a host name.
  const admin = await browserOf(browser, server, errors);
  await enter(admin, '/admin/signin', 'admin@northlight.test');
  await admin.goto('/clients/brightside');
  const names = admin.getByRole('region', { name: 'Host names' });
  await names.getByRole('textbox').fill(host);
  await names.getByRole('button', { name: 'Add' }).click();
  await expect(names.getByText(host)).toBeVisible();
  await see(admin, 'client');

  // The owner of the reseller brands it. Every open page shows the brand at once.
  const hannah = await browserOf(resolving, branded, errors);
  await enter(hannah, '/signin', 'owner@brightside.test');
  const other = await hannah.context().newPage();
  await other.goto('/customers');
  await hannah.goto('/branding');
  const form = hannah.getByRole('form', { name: 'Branding' });
  await form.getByRole('textbox', { name: 'Name', exact: true }).fill('Brightside Print');
  await form.getByLabel('Sender name of mails').fill('Brightside Orders');
  await form.getByRole('textbox', { name: 'Brand colour', exact: true }).fill('#7a1f5c');
  for (const kind of ['Logo', 'Favicon', 'Image placeholder']) {
    const field = form.getByRole('group', { name: kind, exact: true });
    await field.locator('input[type=file]').setInputFiles(logo);
    await expect(field.getByRole('button', { name: /^Remove/ })).toBeVisible();
  }
  await see(hannah, 'branding');
  await form.getByRole('button', { name: 'Save branding' }).click();
  await expect(hannah.getByText('The branding is saved.')).toBeVisible();
  for (const page of [hannah, other]) {
    await expect(page.getByRole('banner').getByRole('img', { name: 'Brightside Print' })).toBeVisible();
    await expect.poll(() => brandColour(page)).toBe('#7a1f5c');
    await expect(page).toHaveTitle(/Brightside Print$/);
  }

  // The client view has the reseller's business, the customer view its orders.
  const views = hannah.getByRole('group', { name: 'Toggle view as' });
  await expect(views.getByRole('button', { name: 'Client view' })).toHaveAttribute('aria-pressed', 'true');
  await views.getByRole('button', { name: 'Customer view' }).click();
  await expect(hannah.locator('[data-column]').first()).toBeVisible();
  await hannah.reload();
  await expect(views.getByRole('button', { name: 'Customer view' })).toHaveAttribute('aria-pressed', 'true');
  await see(hannah, 'customer-view');
  await views.getByRole('button', { name: 'Client view' }).click();
  await expect(hannah.getByRole('heading', { name: 'Customers' })).toBeVisible();
  await see(hannah, 'client-view');

  // It creates a customer, whose owner joins under the brand and invites an approver.
  await hannah.goto('/customer/new');
  await hannah.getByLabel('Company name').fill('Fjord Cheese');
  await hannah.getByLabel('First name').fill('Olga');
  await hannah.getByLabel('Last name').fill('Owner');
  await hannah.getByLabel('Email Address').fill('olga@fjord.test');
  await hannah.getByRole('button', { name: 'Create Customer' }).click();
  await expect(hannah.getByRole('heading', { name: 'Fjord Cheese' })).toBeVisible();
  const olga = await browserOf(resolving, branded, errors);
  const link = await mailedLink(branded, 'olga@fjord.test');
  await olga.goto(link);
  await expect(olga.getByRole('img', { name: 'Brightside Print' })).toBeVisible();
  await choosePassword(olga);
  await see(olga, 'invitation');
  await joinWith(olga, link);
  await olga.goto('/');
  await completeCompany(olga, 'Olga Owner');
  await olga.goto('/team-members');
  await olga.getByRole('button', { name: 'Add team member' }).click();
  const dialog = olga.getByRole('dialog');
  await dialog.getByLabel('First name').fill('Timo');
  await dialog.getByLabel('Last name').fill('Team');
  await dialog.getByLabel('Email Address').fill('timo@fjord.test');
  await dialog.getByLabel(/approve/i).check();
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(olga.getByRole('row', { name: /Timo Team/ })).toContainText('Invited');
  const timo = await browserOf(resolving, branded, errors);
  await joinWith(timo, await mailedLink(branded, 'timo@fjord.test'));

  // The owner orders, the design service sends a proof, and the approver approves it.
  await olga.goto('/orders/new');
  await olga.getByLabel(/^Order name/).fill('Cheese label');
  await expect(olga).toHaveURL(/draft=/);
  await olga.getByRole('button', { name: 'Create Order', exact: true }).click();
  await expect(olga).toHaveURL(/\/orders\/detail\//);
  const path = new URL(olga.url()).pathname;
  const order = path.slice(path.lastIndexOf('/') + 1);
  await put(admin, `/order/${order}/move-progress`, 'card', { moveto: 'in-progress', via: 'status' });
  await admin.goto(path);
  const [chooser] = await Promise.all([
    admin.waitForEvent('filechooser'),
    admin.getByRole('button', { name: 'Add proof', exact: true }).click(),
  ]);
  await chooser.setFiles({ name: 'label.png', mimeType: 'image/png', buffer: png });
  await expect(admin.getByRole('heading', { name: 'Proofs for review (1)' })).toBeVisible();
  await admin.getByRole('button', { name: 'Send to review', exact: true }).click();
  await timo.goto(path);
  await timo.getByRole('link', { name: /label\.png/ }).click();
  await expect(timo).toHaveTitle(/Brightside Print$/);
  await timo.getByRole('button', { name: 'Order Approved', exact: true }).click();
  await see(timo, 'proof');
  const approval = timo.getByRole('dialog', { name: 'Order Approved' });
  // The question closes before the answer to the approval is there.
  await Promise.all([
    timo.waitForResponse((answer) => answer.url().endsWith('/move-progress') && answer.ok()),
    approval.getByRole('button', { name: 'Order Approved' }).click(),
  ]);
  await timo.goto(path);
  await expect(timo.getByRole('heading', { name: 'Cheese label' })).toContainText('Approved');
  await expect.poll(() => brandColour(timo)).toBe('#7a1f5c');

  // The product's own name shows the design service.
  const stranger = await browserOf(browser, server, errors);
  await stranger.goto('/signin');
  await expect(stranger.getByRole('heading', { name: 'Log in' })).toBeVisible();
  await expect(stranger.getByRole('img', { name: 'Brightside Print' })).toHaveCount(0);
  await resolving.close();
  expect(errors).toEqual([]);
});
