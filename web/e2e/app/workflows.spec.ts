import { makeRoute } from '../../tests/fake/approvals';
import { at, people, uuid } from '../../tests/fake/data';
import { lookAt } from '../looks';
import { expect, test } from './fixtures';
import { label, order, proofOf, Proofs } from './proofs';

test('an owner makes a workflow with the keyboard alone', async ({ page, server }) => {
  await page.goto('/workflow-and-roles');
  await expect(page.getByText('No workflows yet')).toBeVisible();
  await lookAt(page, 'workflows-empty');
  await page.getByRole('link', { name: 'Create Workflow' }).focus();
  await page.keyboard.press('Enter');
  const type = (text: string) => page.keyboard.type(text);
  const step = (n: number) => page.getByRole('region', { name: `Step ${n}`, exact: true });
  const nameOf = (n: number) => step(n).getByRole('textbox', { name: 'Name', exact: true });

  // Publishing what is unfinished shows what is missing, at the fields as well.
  await page.getByRole('button', { name: 'Publish' }).focus();
  await page.keyboard.press('Enter');
  await expect(step(1).getByText('Give each step a name of 1 to 60 characters.')).toBeVisible();
  await lookAt(page, 'workflow-missing');
  await page.getByRole('button', { name: 'Give the workflow a name of 1 to 60 characters.' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('textbox', { name: 'Name of the workflow' })).toBeFocused();
  await type('Print');
  await nameOf(1).focus();
  await type('Brand');
  await page.keyboard.press('Tab');
  await type('Sam');
  await expect(page.getByRole('option', { name: /Sam Whitfield/ })).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Escape');
  await expect(page.getByText('Nothing is missing.')).toBeVisible();

  // A copy gets the focus, and moves up with its button, which keeps the focus.
  await page.getByRole('button', { name: 'Duplicate step 1' }).focus();
  await page.keyboard.press('Enter');
  await expect(nameOf(2)).toBeFocused();
  await page.keyboard.press('ControlOrMeta+a');
  await type('Legal');
  await page.getByRole('button', { name: 'Move step 2 up' }).focus();
  await page.keyboard.press('Enter');
  await expect(nameOf(1)).toHaveValue('Legal');
  await expect(page.getByRole('status').filter({ hasText: 'Legal is at place 1 of 2 now.' })).toBeAttached();
  await expect(page.getByRole('button', { name: 'Move step 1 up' })).toBeFocused();
  // The handle does the same: lifted with Space, moved with the arrows.
  await page.getByRole('button', { name: 'Drag step 1' }).focus();
  await page.keyboard.press('Space');
  await page.keyboard.press('ArrowDown');
  await expect(page.getByText('place 2 of 2.', { exact: true })).toBeAttached();
  await page.keyboard.press('Space');
  await expect(nameOf(2)).toHaveValue('Legal');
  await lookAt(page, 'workflow-editor');

  await page.getByRole('button', { name: 'Publish' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Publish edition 1?' })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page.getByText('Nothing has changed since edition 1.')).toBeVisible();
  expect(server.approvals.workflows).toMatchObject([
    {
      phase: 'published',
      edition: 1,
      chosen: true,
      published: { name: 'Print', steps: [{ name: 'Brand' }, { name: 'Legal' }] },
    },
  ]);
  await page.getByRole('main').getByRole('link', { name: 'Workflow and Roles' }).click();
  await expect(page.getByText('New orders get Print')).toBeVisible();
  await lookAt(page, 'workflows-list');
});

test('an approver decides on the proof screen, and the owner asks somebody else', async ({ page, server, live }) => {
  const proofs = await new Proofs(server).open();
  const newest = { versionId: proofs.newest(label).id, number: 2 };
  server.approvals.route = makeRoute({ ...newest, dueAt: at(-0.5) });
  await page.goto(proofOf(label));
  const approval = page.getByRole('region', { name: 'Approval' });
  await expect(approval).toContainText(/Asks Sam Whitfield and you, since .* overdue since/);
  await approval.getByRole('button', { name: 'Approve' }).click();
  await expect(approval).toContainText('You approved it.');
  await approval.getByRole('button', { name: 'Show the steps' }).click();
  await lookAt(page, 'approval');
  await approval.getByRole('button', { name: 'Hide the steps' }).click();
  await approval.getByRole('button', { name: 'Reject' }).click();
  await page.getByRole('dialog').getByRole('textbox').fill('The green of the lid is wrong');
  await page.getByRole('dialog').getByRole('button', { name: 'Continue' }).click();
  await expect(approval).toContainText('Olivia Hartmann rejected version 2: The green of the lid is wrong');
  await lookAt(page, 'approval-rejected');

  // Another round, which a live message of the order announces: its second step asks somebody who left.
  server.approvals.route = makeRoute({ ...newest, step: 1, asked: [uuid(77)], mine: false });
  live.send({ event: 'reload-version-list', data: { orderId: order, attachmentId: label }, position: 600 });
  await expect(approval).toContainText('Lea Wirth cannot approve any more.');
  await lookAt(page, 'approval-absent');
  await approval.getByRole('button', { name: 'Ask somebody else than Lea Wirth' }).click();
  await page.getByRole('combobox', { name: 'Who is asked instead' }).click();
  await page.getByRole('option', { name: people.sam.name }).click();
  await page.getByRole('button', { name: 'Ask them' }).click();
  await expect(approval).toContainText('Asks Sam Whitfield, since');
  await expect(approval.getByText('cannot approve any more')).toHaveCount(0);
});
