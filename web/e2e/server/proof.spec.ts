import type { Locator, Page } from '@playwright/test';
import type { Topic, VersionAnswer } from '../../src/api/generated/proof';
import {
  emailOf,
  found,
  inReview,
  ordersIn,
  pagesOf,
  type Proof,
  proofPath,
  proofsOf,
  put,
  read,
  readOrder,
} from './api';
import { draw } from './drawing';
import { expect, test } from './people';

test.use({ viewport: { width: 1440, height: 900 } });

const header = (page: Page): Locator => page.getByRole('main').locator('header').first();
const button = (page: Page, name: string): Locator => page.getByRole('button', { name, exact: true });
const toast = (page: Page, text: string): Locator => page.getByRole('status').filter({ hasText: text });
const panel = (page: Page): Locator => page.getByRole('complementary', { name: 'Comments' });
const thread = (page: Page, id: string): Locator => panel(page).locator(`[data-topic="${id}"]`);
const pin = (page: Page, id: string, on = 1): Locator => page.locator(`[data-page="${on}"] [data-pin="${id}"]`);

/** Opens the public tab of a proof and waits until the file is drawn. */
async function open(page: Page, proof: Proof): Promise<void> {
  await page.goto(`${proofPath(proof)}?public=true`);
  await expect(page.getByRole('toolbar', { name: 'Markup and zoom' })).toBeVisible();
}

/** Returns the topic of the API that begins with these words. */
async function topicOf(page: Page, { order, attachment, version }: Proof, words: string): Promise<Topic> {
  const path = `/order/${order.id}/attachment/${attachment.id}/version/${version.id}`;
  const topics = (await read<VersionAnswer>(page, path)).data.public;
  return found(topics, ({ message }) => message.includes(words), `topic '${words}'`);
}

test("a creative manager's approval shows Checked in the operator's browser at once, and Revise removes it (BD-163, BD-164, BD-168, BD-169, BD-439, BD-440)", async ({
  as,
}) => {
  const creative = await as('creative@northlight.test');
  const proof = found(
    (await ordersIn(creative, 'in-progress')).filter(({ operator }) => operator).flatMap(proofsOf),
    ({ version }) => version.can.approve,
    'version in progress that can be approved',
  );
  const operator = await as(await emailOf(creative, proof.order.operator?.name ?? ''));
  const checked = (page: Page) => header(page).getByText('Checked', { exact: true });
  for (const page of [creative, operator]) {
    await open(page, proof);
    await expect(header(page).getByText(`v${proof.version.version}`, { exact: true })).toBeVisible();
    await expect(checked(page)).toHaveCount(0);
  }
  await expect(button(operator, 'Approve')).toHaveCount(0);

  await button(creative, 'Approve').click();
  await expect(toast(creative, 'The attachment file approved')).toContainText('Success');
  await expect(checked(creative)).toBeVisible();
  await expect(checked(operator)).toBeVisible();
  await expect(button(creative, 'Revise')).toBeDisabled();
  // The buttons are disabled for ten seconds after a click (BD-169).
  await expect(button(creative, 'Revise')).toBeEnabled({ timeout: 15_000 });
  await creative.reload();
  await expect(checked(creative)).toBeVisible();

  await button(creative, 'Revise').click();
  await expect(toast(creative, 'The attachment file revised')).toContainText('Success');
  await expect(checked(creative)).toHaveCount(0);
  await expect(checked(operator)).toHaveCount(0);
  await expect(button(creative, 'Approve')).toBeDisabled();
});

test("an owner draws, writes and sends, and a manager answers and resolves; each sees the other's changes at once; the approval closes the proof and notifies the operator (BD-177, BD-185, BD-187, BD-190, BD-191, BD-194, BD-234, BD-290)", async ({
  as,
}) => {
  const [owner, manager] = [await as('owner@acme.test'), await as('manager@northlight.test')];
  const proof = await inReview(manager, ({ order, version }) => version.fileType === 'image' && !!order.operator);
  const { order } = proof;
  const operator = await as(await emailOf(owner, order.operator?.name ?? ''));
  const words = `The border is too thin ${crypto.randomUUID().slice(0, 8)}`;
  for (const page of [owner, manager]) await open(page, proof);

  // The owner draws and sends a comment.
  await draw(owner, 'Rectangle');
  const composer = owner.getByRole('textbox', { name: 'New comment' });
  await composer.pressSequentially(`${words} @Marc`);
  await owner.getByRole('listbox', { name: 'People to mention' }).getByText('Marcus Bell').click();
  await expect(composer).toContainText('@Marcus Bell');
  await owner.keyboard.press('Control+Enter');
  await expect(composer).toHaveCount(0);
  await expect(panel(owner).getByText(words)).toBeVisible();
  const topic = await topicOf(owner, proof, words);
  expect(JSON.parse(topic.annotation)).toMatchObject({ className: 'rect', page: 1 });
  await expect(pin(owner, topic.id)).toBeVisible();

  // The manager sees it, answers and resolves it.
  await expect(thread(manager, topic.id)).toContainText(words);
  await expect(thread(manager, topic.id)).toContainText('@Marcus Bell');
  await expect(pin(manager, topic.id)).toBeVisible();
  await expect(thread(manager, topic.id).getByRole('button', { name: 'Edit or delete' })).toHaveCount(0);
  await thread(manager, topic.id)
    .getByRole('button', { name: /^Comment \d+/ })
    .click();
  await thread(manager, topic.id).getByRole('textbox', { name: 'Reply' }).pressSequentially('Two points more, then.');
  await manager.keyboard.press('Control+Enter');
  await expect(thread(owner, topic.id)).toContainText('Two points more, then.');
  // By key: a notification may lie over the button, and stays while the pointer rests on it.
  await thread(manager, topic.id).getByRole('button', { name: 'Resolve' }).press('Enter');
  await expect(thread(owner, topic.id).getByText('Resolved', { exact: true })).toBeVisible();
  await expect(pin(owner, topic.id)).toHaveAttribute('data-resolved', 'true');

  // The author edits and deletes it.
  const own = owner.locator(`[data-comment="${topic.id}"]`).filter({ visible: true }).first();
  await own.getByRole('button', { name: 'Edit or delete' }).click();
  await owner.getByRole('menuitem', { name: 'Edit', exact: true }).click();
  await owner.getByRole('textbox', { name: 'Edit the comment' }).pressSequentially(' On all sides.');
  await owner.keyboard.press('Control+Enter');
  await expect(thread(manager, topic.id)).toContainText('On all sides.');
  await expect(thread(manager, topic.id)).toContainText('edited');
  await own.getByRole('button', { name: 'Edit or delete' }).click();
  await owner.getByRole('menuitem', { name: 'Delete the topic' }).click();
  const sure = owner.getByRole('dialog', { name: 'Delete topic' });
  await expect(
    sure.getByText('Delete this topic? Its comments and annotation are deleted too. This cannot be undone.', {
      exact: true,
    }),
  ).toBeVisible();
  await sure.getByRole('button', { name: 'Delete' }).click();
  for (const page of [owner, manager]) {
    await expect(thread(page, topic.id)).toHaveCount(0);
    await expect(pin(page, topic.id)).toHaveCount(0);
  }

  // The owner approves the order.
  const bell = operator.getByRole('button', { name: /^Notifications/ });
  const unread = async () => Number(/\d+/.exec((await bell.getAttribute('aria-label')) ?? '')?.[0] ?? 0);
  await expect(operator.getByText('Live', { exact: true })).toBeVisible();
  const before = await unread();
  await button(owner, 'Order Approved').click();
  const approval = owner.getByRole('dialog', { name: 'Order Approved' });
  await expect(approval).toContainText('still open');
  await approval.getByRole('button', { name: 'Order Approved' }).click();
  await expect(toast(owner, 'Success')).toBeVisible();
  for (const page of [owner, manager]) {
    await expect(panel(page)).toContainText('This order is approved: the proof can be read, not changed.');
    await expect(page.getByRole('radio', { name: 'Rectangle' })).toBeDisabled();
    await expect(button(page, 'Comment on the whole file')).toHaveCount(0);
  }
  await expect(button(owner, 'Order Approved')).toHaveCount(0);
  expect((await readOrder(owner, order.id)).status).toBe('approved');
  await expect.poll(unread).toBeGreaterThan(before);
  await bell.click();
  const newest = operator.getByRole('dialog', { name: 'Notifications' }).getByRole('listitem').first();
  await expect(newest).toContainText('Olivia Hart');
  await expect(newest).toContainText('Approved');
});

test('a PDF of several pages changes page with its control and zooms with the keyboard, and a mark of page 2 is on page 2 (BD-182, BD-215, D-18)', async ({
  as,
}) => {
  const manager = await as('manager@northlight.test');
  const orders = await ordersIn(manager, 'in-review', 'in-progress', 'gr-revision', 'on-hold');
  const pdfs = orders
    .flatMap(proofsOf)
    .filter(({ version }) => version.fileType === 'pdf' && version.can.annotatePublic);
  const counted = await Promise.all(pdfs.map(async (proof) => ({ proof, pages: await pagesOf(manager, proof) })));
  const { proof, pages } = found(counted, (one) => one.pages > 1, 'PDF of several pages to comment on');
  const words = `On the second page ${crypto.randomUUID().slice(0, 8)}`;
  await open(manager, proof);
  await expect(manager.getByText(`page 1 of ${pages}`, { exact: true })).toBeVisible();
  await expect(button(manager, 'Previous page')).toBeDisabled();

  const zoom = manager.getByRole('button', { name: /^Zoom: \d+%$/ });
  const percent = async () => Number.parseInt(await zoom.innerText(), 10);
  const width = async () => (await manager.locator('[data-page="1"]').boundingBox())?.width ?? 0;
  const [first, narrow] = [await percent(), await width()];
  await manager.keyboard.press('Control++');
  await expect.poll(percent).toBeGreaterThan(first);
  expect((await width()) / narrow).toBeCloseTo((await percent()) / first, 1);
  // Ctrl+0 shows the whole page, at most as wide as the available space.
  await manager.keyboard.press('Control+0');
  await expect.poll(percent).toBeLessThanOrEqual(first);
  await expect(manager.locator('[data-page="1"]')).toBeInViewport({ ratio: 1 });

  await button(manager, 'Next page').click();
  await expect(manager.getByText(`page 2 of ${pages}`, { exact: true })).toBeVisible();
  await draw(manager, 'Circle', 2);
  await manager.getByRole('textbox', { name: 'New comment' }).pressSequentially(words);
  await manager.keyboard.press('Control+Enter');
  await expect(panel(manager).getByText(words)).toBeVisible();
  const topic = await topicOf(manager, proof, words);
  expect(JSON.parse(topic.annotation)).toMatchObject({ className: 'circle', page: 2 });
  await expect(pin(manager, topic.id, 2)).toBeVisible();

  await open(manager, proof);
  await expect(manager.getByText(`page 1 of ${pages}`, { exact: true })).toBeVisible();
  await expect(pin(manager, topic.id, 1)).toHaveCount(0);
  await thread(manager, topic.id)
    .getByRole('button', { name: /^Comment \d+/ })
    .click();
  await expect(pin(manager, topic.id, 2)).toBeInViewport();
});

test("'Put On Hold' asks for a reason of at most 255 characters and shows it on the order (BD-289, BD-454, BD-455, BD-456, BD-457, BD-458)", async ({
  as,
}) => {
  const [owner, manager] = [await as('owner@acme.test'), await as('manager@northlight.test')];
  const proof = await inReview(manager, () => true);
  const { order } = proof;
  await open(owner, proof);
  const prompt = owner.getByRole('dialog', { name: 'Put On Hold' });
  const reason = prompt.getByRole('textbox', { name: 'Reason' });
  const go = prompt.getByRole('button', { name: 'Continue' });

  await button(owner, 'Put On Hold').click();
  await expect(reason).toHaveAttribute('required');
  await expect(go).toBeDisabled();
  await expect(prompt.getByText('Characters left: 255')).toBeVisible();
  await prompt.getByRole('button', { name: 'Cancel' }).click();
  await expect(prompt).toHaveCount(0);
  expect((await readOrder(owner, order.id)).status).toBe('in-review');

  await button(owner, 'Put On Hold').click();
  await reason.fill('   ');
  await expect(go).toBeDisabled();
  await reason.fill('x'.repeat(254));
  await expect(prompt.getByText('Characters left: 1')).toBeVisible();
  await owner.keyboard.type('yz');
  await expect(reason).toHaveValue(`${'x'.repeat(254)}y`);
  await expect(prompt.getByText('Characters left: 0')).toBeVisible();
  await reason.fill('Legal has to read the claims');
  await go.click();
  await expect(owner).toHaveURL(new RegExp(`/orders/detail/${order.id}$`));
  await expect(owner.getByText('On hold: Legal has to read the claims. It was In Review.')).toBeVisible();
  await owner.reload();
  await expect(owner.getByText(/^On hold: Legal has to read the claims/)).toBeVisible();
  expect(await readOrder(manager, order.id)).toMatchObject({
    status: 'on-hold',
    holdReason: 'Legal has to read the claims',
  });
  await put(manager, `/order/${order.id}/action`, 'card', { action: 'resume' });
});
