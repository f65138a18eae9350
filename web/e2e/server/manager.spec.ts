import type { Locator, Page } from '@playwright/test';
import type { Order, OrdersAnswer } from '../../src/api/generated';
import { found, ordersIn, put, read } from './api';
import { card, column, expect, test } from './people';

/**
 * Returns movable orders of one service, at least `least` of them in review. It moves orders into
 * review when there are too few.
 */
async function reviewsOfOneService(manager: Page, least: number): Promise<Order[]> {
  const movable = (await ordersIn(manager, 'in-review', 'in-progress')).filter(
    ({ frozen, status, allowedStatuses, serviceName }) =>
      !frozen && serviceName && (status === 'in-review' || allowedStatuses.includes('in-review')),
  );
  const groups = Object.values(Object.groupBy(movable, ({ serviceName }) => serviceName)).flatMap((g) =>
    g ? [g] : [],
  );
  const chosen = found(groups, (group) => group.length >= least, `service with ${least} orders at work`).slice(
    0,
    least,
  );
  for (const { id, status } of chosen)
    if (status !== 'in-review')
      await put(manager, `/order/${id}/move-progress`, 'card', { moveto: 'in-review', via: 'status' });
  return chosen;
}

const ids = (within: Page | Locator): Promise<string[]> =>
  within.locator('[data-card]').evaluateAll((cards) => cards.map((one) => one.getAttribute('data-card') ?? ''));

async function pick(page: Page, field: string, option: string): Promise<void> {
  await page.getByRole('combobox', { name: field, exact: true }).click();
  await page.getByRole('option', { name: option, exact: true }).click();
  await page.keyboard.press('Escape');
}

test('a manager re-plans: filters the board, moves several orders at once, undoes it, shares the view, holds one, and finds it in the list and the timeline (BY-038, BD-113)', async ({
  as,
}) => {
  const manager = await as('manager@northlight.test');
  const [one, two, three] = await reviewsOfOneService(manager, 3);
  if (!one || !two || !three) throw new Error('too few orders');
  const { serviceName } = one;

  // The board shows the filtered orders and their counts.
  await manager.reload();
  await manager.getByRole('button', { name: /Orders Advance Filter/ }).click();
  await pick(manager, 'Service type', serviceName);
  await pick(manager, 'Order progress', 'In Review');
  await pick(manager, 'Order progress', 'In Progress');
  await expect(manager).toHaveURL(/orderProgress=in-review,in-progress.*serviceType=|serviceType=.*orderProgress=/);
  const query = Object.fromEntries(new URL(manager.url()).searchParams);
  const { data, meta } = await read<OrdersAnswer>(manager, '/order', { view: 'list', limit: 100, ...query });
  const wanted = (data.orders ?? []).map(({ id }) => id).toSorted();
  expect(wanted.length).toBe(meta?.total);
  await expect.poll(async () => (await ids(manager)).toSorted()).toEqual(wanted);
  const review = column(manager, 'in-review');
  const progress = column(manager, 'in-progress');
  const count = async (of: Locator) => Number(/, (\d+) order/.exec((await of.getAttribute('aria-label')) ?? '')?.[1]);
  const before = { review: await count(review), progress: await count(progress) };
  expect(before.review + before.progress).toBe(wanted.length);

  // Three cards are selected and moved together. The toast counts them and undoes the move.
  const bar = manager.getByRole('region', { name: 'Selected cards' });
  const choose = async () => {
    for (const { id } of [one, two, three]) {
      await card(manager, id).focus();
      await manager.keyboard.press('x');
    }
    await expect(bar).toContainText('3 selected');
  };
  const move = async () => {
    await bar.getByRole('button', { name: 'Move to…' }).click();
    await manager.getByRole('menuitem', { name: 'In Progress', exact: true }).click();
    await expect(manager.getByText('3 orders moved to In Progress')).toBeVisible();
    await expect.poll(() => count(progress)).toBe(before.progress + 3);
    await expect.poll(() => count(review)).toBe(before.review - 3);
    for (const { id } of [one, two, three]) await expect(progress.locator(`[data-card="${id}"]`)).toBeVisible();
  };
  await choose();
  if (process.env['SHOTS']) await manager.screenshot({ path: 'shots/manager-selected.png' });
  await move();
  if (process.env['SHOTS']) await manager.screenshot({ path: 'shots/manager-moved.png' });
  await manager.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => count(review)).toBe(before.review);
  for (const { id } of [one, two, three]) await expect(review.locator(`[data-card="${id}"]`)).toBeVisible();
  await choose();
  await move();

  // Another user opens the address and sees the same board.
  const operator = await as('operator@northlight.test');
  await operator.goto(manager.url());
  await expect.poll(async () => (await ids(operator)).toSorted()).toEqual(wanted);
  await expect(column(operator, 'in-progress').locator(`[data-card="${one.id}"]`)).toBeVisible();
  await expect(operator.getByRole('button', { name: /Orders Advance Filter/ })).toContainText('a filter is set');

  // One order is put on hold with a reason and leaves this view in both browsers.
  const reason = `The client is away ${Date.now()}`;
  await card(manager, one.id).focus();
  await manager.keyboard.press('m');
  await manager.getByRole('menuitem', { name: 'Hold Order' }).click();
  await manager.getByRole('dialog', { name: 'Hold Order' }).getByRole('textbox').fill(reason);
  await manager.getByRole('button', { name: 'Continue' }).click();
  await expect(card(manager, one.id)).toHaveCount(0);
  await expect.poll(() => count(progress)).toBe(before.progress + 2);
  await expect(card(operator, one.id)).toHaveCount(0);

  // The list uses the same filter. The held order is found there by its status.
  await manager.getByRole('link', { name: 'List View' }).click();
  await expect(manager.getByText(`${wanted.length - 1} order`)).toBeVisible();
  const row = (order: Order) => manager.getByRole('row').filter({ has: manager.locator(`a[href$="${order.id}"]`) });
  await expect(row(two)).toContainText('In Progress');
  await expect(row(one)).toHaveCount(0);
  await manager.getByRole('group', { name: 'Show orders by status' }).getByRole('button', { name: 'On Hold' }).click();
  await expect(row(one)).toContainText('On Hold');
  await row(one).getByRole('link').click();

  const timeline = manager.getByRole('region', { name: 'Timeline' });
  await timeline.getByRole('button', { name: 'Status' }).click();
  const steps = timeline.getByRole('listitem');
  await expect(steps.nth(0)).toContainText('put the order on hold');
  await expect(steps.nth(0)).toContainText(reason);
  await expect(steps.nth(1)).toContainText('moved the order to In Progress');
  await expect(steps.nth(2)).toContainText('moved the order to In Review');
  await expect(steps.nth(3)).toContainText('moved the order to In Progress');
  await expect(manager.getByText(`On hold: ${reason}`)).toBeVisible();
  if (process.env['SHOTS']) await manager.screenshot({ path: 'shots/manager-held.png' });
  await manager.getByRole('button', { name: 'Resume Order' }).click();
  await expect(steps.nth(0)).toContainText('resumed the order');
  await expect(manager.getByRole('heading', { level: 1 })).toContainText('In Progress');
});
