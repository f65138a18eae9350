import { writeFileSync } from 'node:fs';
import type { Locator, Page } from '@playwright/test';
import { expect, test } from './people';

test.use({ viewport: { width: 1440, height: 1000 } });

/** The smallest possible PNG. */
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

const button = (of: Page | Locator, name: string) => of.getByRole('button', { name, exact: true });

async function asks(page: Page, step: number, name: string, person: string): Promise<void> {
  const card = page.getByRole('region', { name: `Step ${step}`, exact: true });
  await card.getByRole('textbox', { name: 'Name', exact: true }).fill(name);
  await page.keyboard.press('Tab');
  await page.keyboard.type(person);
  await page.getByRole('option', { name: new RegExp(person) }).click();
  await page.keyboard.press('Escape');
}

test('an owner publishes a workflow, two people approve a proof by it, and the order moves to approved (D-29)', async ({
  as,
}, info) => {
  const [owner, staff, operator] = [
    await as('owner@acme.test'),
    await as('staff@acme.test'),
    await as('operator@northlight.test'),
  ];
  const nameOf = (page: Page) =>
    page.evaluate(async () => {
      const answer = await fetch('/api/c/profile', {
        headers: { Authorization: `Bearer ${window.localStorage.getItem('token')}` },
      });
      const { data } = (await answer.json()) as { data: { firstname: string; lastname: string } };
      return `${data.firstname} ${data.lastname}`;
    });
  const [ofOwner, ofStaff] = [await nameOf(owner), await nameOf(staff)];

  await owner.goto('/workflow-and-roles/create');
  await owner.getByRole('textbox', { name: 'Name of the workflow' }).fill('Print approval');
  await asks(owner, 1, 'Brand', ofStaff);
  await button(owner, 'Add step').click();
  await asks(owner, 2, 'Legal', ofOwner);
  await button(owner, 'Save Draft').click();
  await button(owner, 'Try on past orders').click();
  await expect(owner.getByText(/would have missed an approval|Nothing would have been missing/)).toBeVisible();
  await button(owner, 'Publish').click();
  await button(owner.getByRole('dialog'), 'Publish').click();
  await expect(owner.getByText('Nothing has changed since edition 1.')).toBeVisible();

  await button(owner, 'Create New Order').click();
  await owner.getByLabel('Order name').fill('Lid with a workflow');
  await expect(owner.getByText('Saved as a draft', { exact: true })).toBeVisible();
  await button(owner, 'Create Order').click();
  await expect(owner).toHaveURL(/\/orders\/detail\//);
  const path = new URL(owner.url()).pathname;
  await owner.goto('/workflow-and-roles'); // other orders have none
  await owner.getByRole('button', { name: /^Use none/ }).click();
  await expect(owner.getByText('New orders get no workflow')).toBeVisible();

  await operator.goto(path);
  // The order can leave the queue by itself in between, and then the move is refused.
  await expect(async () => {
    await operator.getByRole('button', { name: /^Status:/ }).click({ timeout: 5_000 });
    await operator.getByRole('menuitem', { name: 'In Progress' }).click({ timeout: 5_000 });
    await expect(button(operator, 'Play')).toBeVisible({ timeout: 5_000 });
  }).toPass({ timeout: 60_000 });
  const designed = info.outputPath('lid.png');
  writeFileSync(designed, png);
  const [chooser] = await Promise.all([operator.waitForEvent('filechooser'), button(operator, 'Add proof').click()]);
  await chooser.setFiles(designed);
  await expect(operator.getByRole('heading', { name: 'Proofs for review (1)' })).toBeVisible();
  await button(operator, 'Send to review').click();
  await expect(operator.getByRole('heading', { name: 'Lid with a workflow' })).toContainText('In Review');

  // Nobody of the account is offered the approval of the order; the step asks the first person.
  for (const page of [staff, owner]) {
    await page.goto(path);
    await page.getByRole('link', { name: /lid\.png/ }).click();
  }
  await expect(button(owner, 'Make Changes')).toBeVisible();
  await expect(button(owner, 'Order Approved')).toHaveCount(0);
  const approval = (page: Page) => page.getByRole('region', { name: 'Approval' });
  await expect(approval(owner)).toContainText(`Asks ${ofStaff}`);
  await expect(button(approval(owner), 'Approve')).toHaveCount(0);
  await button(approval(staff), 'Approve').click();
  await expect(approval(staff)).toContainText(`Asks ${ofOwner}`);
  await button(approval(owner), 'Approve').click();
  await expect(approval(owner)).toContainText('All steps have approved');
  await owner.goto(path);
  await expect(owner.getByRole('heading', { name: 'Lid with a workflow' })).toContainText('Approved');
});
