import type { Page } from '@playwright/test';
import { ordersIn, put } from './api';
import { expect, test } from './people';

test.use({ viewport: { width: 1440, height: 900 } });

const plan = (page: Page, name: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { name, exact: true }) });
const block = (page: Page) => page.getByRole('region', { name: 'Membership' });

test('a trial becomes a paid plan, the provider marks it as paid, an upgrade and a downgrade follow, and packs are bought (D-54, D-56, D-57, D-58, D-59, D-66, D-75)', async ({
  as,
}) => {
  test.setTimeout(120_000);
  const [owner, admin] = [await as('owner@fjord.test'), await as('admin@northlight.test')];
  await expect(block(owner)).toContainText('Monthly Cycle');
  await expect(owner.getByText('5 days left in your free trial')).toBeVisible();
  await owner.getByRole('link', { name: 'Choose a plan' }).click();

  await plan(owner, 'Growth 5').getByRole('button', { name: 'Choose this plan' }).click();
  const asked = owner.getByRole('dialog');
  await expect(asked.getByText('Tax (25%)')).toBeVisible();
  await asked.getByRole('button', { name: 'Confirm €186.25' }).click();
  await expect(block(owner)).toContainText('Growth 5');
  await expect(block(owner)).toContainText('Next Payment Due Date');
  await expect(owner.getByText('left in your free trial')).toHaveCount(0);

  // The amount on the invoice is the one that was confirmed.
  await owner.goto('/billing/invoices');
  const row = owner.getByRole('row').filter({ hasText: '€186.25' });
  await row.getByRole('link').first().click();
  const heading = owner.getByRole('heading', { level: 1, name: /^PB-/ });
  await expect(heading).toBeVisible();
  const number = await heading.innerText();
  await expect(owner.getByText('IBAN SE00 0000 0000 0000')).toBeVisible();
  const [file] = await Promise.all([
    owner.waitForEvent('download'),
    owner.getByRole('button', { name: 'Download PDF' }).click(),
  ]);
  expect(file.suggestedFilename()).toBe(`${number}.pdf`);

  // The open page of the owner shows at once that the provider has noted the payment.
  await admin.goto('/invoices');
  await admin.getByRole('button', { name: `Mark as paid: ${number}` }).click();
  await admin.getByRole('dialog').getByRole('button', { name: 'Mark as paid' }).click();
  await expect(owner.getByText('Paid', { exact: true }).first()).toBeVisible();

  await owner.goto('/membership/package');
  await plan(owner, 'Studio 12').getByRole('button', { name: 'Upgrade now' }).click();
  await asked.getByRole('button', { name: 'Confirm €312.50' }).click();
  await expect(block(owner)).toContainText('Studio 12');

  // A smaller plan is refused until the active orders fit into it.
  for (const orderName of ['Poster one', 'Poster two', 'Poster three'])
    await put(owner, '/order', 'card', { orderName }, 'POST');
  const drafts = await ordersIn(owner, 'draft');
  expect(drafts).toHaveLength(3);
  for (const { id } of drafts) await put(owner, `/order/${id}/action`, 'card', { action: 'published' });
  await owner.reload();
  await expect(plan(owner, 'Trial 2')).toContainText('There are 3 active orders, and this plan has room for 2.');
  const later = plan(owner, 'Trial 2').getByRole('button', { name: 'Change when the cycle ends' });
  await expect(later).toBeDisabled();
  await put(owner, `/order/${drafts[0]?.id}/action`, 'card', { action: 'cancelled' });
  await owner.reload();
  await later.click();
  await asked.getByRole('button', { name: 'Schedule the change' }).click();
  const cancel = owner.getByRole('button', { name: 'Cancel the downgrade' });
  await expect(cancel.first()).toBeVisible();
  await cancel.first().click();
  await owner.getByRole('alertdialog').or(asked).getByRole('button', { name: 'Yes' }).click();
  await expect(cancel).toHaveCount(0);

  // Packs are ordered for what the cart shows, and are there when their invoice is paid.
  await owner.getByRole('link', { name: 'Extra Resources' }).first().click();
  await expect(owner).toHaveURL('/retail');
  const pack = owner.getByRole('listitem', { name: '2 more active orders' });
  await pack.getByRole('button', { name: 'Add to each cycle' }).click();
  await owner.getByRole('button', { name: 'Cart, 1 pack' }).click();
  await owner.getByRole('button', { name: 'Checkout' }).click();
  const question = owner.getByRole('dialog', { name: 'Order for €100.00?' });
  await question.getByRole('button', { name: 'Checkout' }).click();
  await expect(owner).toHaveURL(/\/checkout\/process\/invoice\//);
  const ordered = owner.getByRole('heading', { name: /^Your order: PB-/ });
  await expect(ordered).toBeVisible();
  const second = (await ordered.innerText()).replace('Your order: ', '');
  await admin.getByRole('button', { name: `Mark as paid: ${second}` }).click();
  await admin.getByRole('dialog').getByRole('button', { name: 'Mark as paid' }).click();
  const active = block(owner).getByRole('meter', { name: 'Active orders' });
  await expect(active).toHaveAttribute('aria-valuetext', /of 14/); // 12 of the plan, and 2 more
  await owner.goto('/retail');
  await expect(owner.getByRole('button', { name: 'Stop after this cycle: 2 more active orders' })).toBeVisible();
});

test('a reseller bills its customers, and gives back what was paid (D-53, D-58, D-59)', async ({ as }) => {
  const reseller = await as('owner@brightside.test');
  await reseller.goto('/invoices?state=open');
  const row = reseller.getByRole('row').filter({ hasText: 'Harbor & Hearth Bakery' }).first();
  const link = row.getByRole('link', { name: /^PB-/ });
  const number = await link.innerText();
  await reseller.getByRole('button', { name: `Mark as paid: ${number}` }).click();
  await reseller.getByRole('dialog').getByRole('button', { name: 'Mark as paid' }).click();
  await expect(reseller.getByRole('link', { name: number })).toHaveCount(0); // the list has what is open
  await reseller.goto('/invoices?state=paid');
  await reseller.getByRole('link', { name: number }).click();
  await expect(reseller.getByRole('heading', { level: 1, name: number })).toBeVisible();
  await expect(reseller.getByText('Brightside Agency').first()).toBeVisible();
  await reseller.getByRole('button', { name: 'Give back' }).click();
  await reseller.getByRole('dialog').getByRole('textbox').fill('Agreed by phone.');
  await reseller.getByRole('dialog').getByRole('button', { name: 'Continue' }).click();
  const [file] = await Promise.all([
    reseller.waitForEvent('download'),
    reseller.getByRole('button', { name: 'Download credit note' }).click(),
  ]);
  expect(file.suggestedFilename()).toMatch(/^PB-C-/);
});
