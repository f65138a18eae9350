import type { Page } from '@playwright/test';
import type { WorkAnswer, WorkSection } from '../../src/api/generated/shell';
import { found, ordersIn, put, read } from './api';
import { expect, test } from './people';

const link = (page: Page) => page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: /^My work/ });

const section = async (page: Page, kind: WorkSection['kind']) =>
  found((await read<WorkAnswer>(page, '/work')).data.sections, (one) => one.kind === kind, kind);

test('the sidebar counts own work; a manager assigns an order from it, and an owner goes to the proof to approve (BY-058)', async ({
  as,
}) => {
  const manager = await as('manager@northlight.test');
  await expect(link(manager)).toHaveAccessibleName(/^My work \d+\+? waiting$/);
  await manager.keyboard.press('g');
  await manager.keyboard.press('m');
  await expect(manager).toHaveURL(/\/work$/);
  const order = found(await ordersIn(manager, 'in-progress'), ({ frozen }) => !frozen, 'order in progress');
  await put(manager, `/order/${order.id}/assign`, 'card', { operatorId: '', managerId: '' });
  const unassigned = manager.getByRole('list', { name: 'Unassigned' });
  await unassigned.getByRole('button', { name: `Assign: ${order.orderName}` }).click();
  const dialog = manager.getByRole('dialog');
  await dialog.getByRole('combobox', { name: 'Operator' }).click();
  await manager.getByRole('option').first().click();
  await dialog.getByRole('button', { name: 'Assign' }).click();
  await expect(unassigned.getByRole('button', { name: `Assign: ${order.orderName}` })).toHaveCount(0);
  const now = (await section(manager, 'unassigned')).lines;
  expect(now.some(({ card }) => card.id === order.id)).toBe(false);

  const owner = await as('owner@acme.test');
  await link(owner).click();
  const [proof] = (await section(owner, 'to-approve')).lines;
  if (!proof?.attachmentId) throw new Error('nothing is to approve');
  await owner.getByRole('link', { name: `Review: ${proof.card.orderName}` }).click();
  await expect(owner).toHaveURL(new RegExp(`${proof.card.id}.*${proof.attachmentId}`));
  await expect(owner.getByRole('button', { name: /^Order Approved/ }).first()).toBeVisible();
});
