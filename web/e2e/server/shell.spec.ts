import type { Page } from '@playwright/test';
import { expect, test } from './people';

test.use({ viewport: { width: 1440, height: 900 } });

const bar = (page: Page) => page.getByRole('region', { name: 'Announcement' });

test("an admin's business hours are in the sidebar of an owner at once (BD-112, BD-374, D-60)", async ({ as }) => {
  const [admin, owner] = [await as('admin@northlight.test'), await as('owner@acme.test')];
  const hours = owner.getByRole('region', { name: 'Business hours' });
  await expect(hours).toContainText(/Open until|Closed/);
  await expect(hours).toContainText('We answer each order within one working day.');

  await admin.getByRole('button', { name: 'Service', exact: true }).click();
  await admin.getByRole('link', { name: 'Business hours' }).click();
  const description = admin.getByRole('textbox', { name: 'Description' });
  await expect(description).toHaveValue('We answer each order within one working day.');
  await description.fill('Call us at any time.');
  await admin.getByRole('button', { name: 'Save business hours' }).click();
  await expect(hours).toContainText('Call us at any time.');
  await description.fill('We answer each order within one working day.');
  await admin.getByRole('button', { name: 'Save business hours' }).click();
  await expect(hours).toContainText('We answer each order within one working day.');
});

test('an announcement shows in an open browser at once, stays dismissed, and goes when it is withdrawn (BD-381, D-61)', async ({
  as,
}) => {
  const [admin, owner, staff] = [
    await as('admin@northlight.test'),
    await as('owner@acme.test'),
    await as('staff@acme.test'),
  ];
  await admin.goto('/announcements/new');
  await admin.getByRole('textbox', { name: 'Text', exact: true }).pressSequentially('We are closed on <b>Friday</b>.');
  await admin.getByRole('button', { name: 'Publish announcement' }).click();
  for (const page of [owner, staff]) await expect(bar(page)).toContainText('We are closed on <b>Friday</b>.');

  // The bar goes at once. Until the server has the dismissal, the browser would ask whether to leave the page.
  const dismissal = owner.waitForResponse(/\/dismissal$/);
  await owner.getByRole('button', { name: 'Dismiss this announcement' }).click();
  await expect(bar(owner)).toHaveCount(0);
  expect((await dismissal).status()).toBe(200);
  await owner.reload();
  await expect(owner.getByRole('region', { name: 'Business hours' })).toContainText(/Open until|Closed/);
  await expect(bar(owner)).toHaveCount(0);

  await admin.getByRole('button', { name: /^Withdraw the announcement/ }).click();
  await admin.getByRole('dialog').getByRole('button', { name: 'Withdraw' }).click();
  await expect(bar(staff)).toHaveCount(0);
});
