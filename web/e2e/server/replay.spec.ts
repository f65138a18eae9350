import type { Page } from '@playwright/test';
import type { HistoryAnswer, HistoryEvent, Order } from '../../src/api/generated';
import { statusLabel } from '../../src/lib/format/status';
import { plural } from '../../src/lib/format/text';
import { found, ordersIn, proofsOf, read, readOrder } from './api';
import { expect, test } from './people';

test.use({ viewport: { width: 1440, height: 900 } });

async function historyOf(page: Page, id: string): Promise<HistoryEvent[]> {
  const { events } = (await read<HistoryAnswer>(page, `/order/${id}/history`)).data;
  return events.toSorted((a, b) => a.position - b.position);
}

/** Returns the approved order of Acme with the shortest history, and that history. */
async function approvedOrder(page: Page): Promise<{ order: Order; events: HistoryEvent[] }> {
  const approved = (await ordersIn(page, 'approved')).filter(({ company }) => company.name === 'Acme Foods');
  const all = await Promise.all(approved.map(async (order) => ({ order, events: await historyOf(page, order.id) })));
  const shortest = all.toSorted((a, b) => a.events.length - b.events.length);
  return found(shortest, ({ events }) => events.length > 5, 'approved order with a history');
}

const slider = (page: Page) => page.getByRole('slider', { name: 'Event' });
const said = (page: Page) => slider(page).getAttribute('aria-valuetext');
const sentence = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** Returns what the page shows of the order as of this step, once it has loaded completely. */
async function shown(page: Page): Promise<object> {
  const region = page.getByRole('region', { name: /^As of/ });
  await expect(region.locator('[aria-busy="false"]')).toBeVisible();
  return region.evaluate((panel) => {
    const texts = (selector: string) => [...panel.querySelectorAll(selector)].map((e) => e.textContent ?? '');
    const values = texts('dl dd').map((text) => text.replace(' (changed here)', ''));
    return {
      status: panel.querySelector('[data-tone]')?.textContent ?? '',
      facts: Object.fromEntries(texts('dl dt').map((name, i) => [name, values[i] ?? ''])),
      files: [...panel.querySelectorAll('ul li')]
        .filter((item) => item.querySelector('a + span')?.textContent?.includes('version'))
        .map((item) => [...item.children].map((part) => part.textContent)),
    };
  });
}

/** Returns the same facts from the order itself. */
function expected(order: Order): object {
  const { customerReview, suppliedFiles, internalReview } = order.attachments;
  return {
    status: statusLabel(order.status),
    facts: expect.objectContaining({
      Name: order.orderName,
      Service: order.serviceName || 'none',
      Priority: order.priority,
      Operator: order.operator?.name ?? 'none',
      Manager: order.manager?.name ?? 'none',
    }) as object,
    files: [...customerReview, ...suppliedFiles, ...internalReview].map((file) => [
      file.name,
      plural(file.versions.length, 'version'),
    ]),
  };
}

test("the history steps through every event of an order from draft to approved, and each state equals the API's (BY-018, BY-019)", async ({
  as,
}) => {
  const manager = await as('manager@northlight.test');
  const { order, events } = await approvedOrder(manager);
  const states = await Promise.all(events.map(({ position }) => readOrder(manager, order.id, position)));
  expect(states[0]?.status).toBe('draft');
  expect(states.at(-1)?.status).toBe('approved');

  await manager.goto(`/orders/detail/${order.id}`);
  await manager.getByRole('link', { name: 'History' }).click();
  await expect(manager.getByText(plural(events.length, 'event'), { exact: true })).toBeVisible();
  await slider(manager).focus();
  await manager.keyboard.press('Home');
  for (const [i, event] of events.entries()) {
    const words = `${i + 1} of ${events.length}: ${sentence(event.label)},`;
    await expect.poll(() => said(manager), { message: `step ${i + 1}` }).toContain(words);
    await expect(manager.getByRole('region', { name: 'What changed' })).toContainText(sentence(event.label));
    await expect(manager).toHaveURL(new RegExp(`at=${event.position}$`));
    const state = states[i];
    if (!state) throw new Error('a step without a state');
    await expect.poll(() => shown(manager), { message: words }).toEqual(expected(state));
    await manager.keyboard.press('ArrowRight');
  }
  await expect(manager.getByRole('button', { name: 'Step forward' })).toBeDisabled();
});

test('a proof opens from the history with its comments of that time, read-only (BY-019)', async ({ as }, info) => {
  const manager = await as('manager@northlight.test');
  const orders = [...(await ordersIn(manager, 'in-review')), ...(await ordersIn(manager, 'approved'))];
  const opened = ({ type }: HistoryEvent) => type === 'topic.opened';
  const histories = await Promise.all(
    orders.map(async (order) => ({ order, first: (await historyOf(manager, order.id)).find(opened)?.position ?? 0 })),
  );
  const { order, first } = found(histories, (one) => one.first > 0, 'order with a thread');
  const talkedOf = async (at: number) =>
    proofsOf(await readOrder(manager, order.id, at)).filter(
      ({ version: { topics } }) => topics.internal + topics.public > 0,
    );
  expect(await talkedOf(first - 1)).toEqual([]);
  const [proof] = await talkedOf(first);
  if (!proof) throw new Error('no proof has the thread');

  await manager.goto(`/orders/detail/${order.id}/history?at=${first}`);
  const snapshot = manager.getByRole('region', { name: /^As of/ });
  await snapshot.getByRole('link', { name: proof.attachment.name }).click();
  await expect(manager.getByText('As it was', { exact: true })).toBeVisible();
  const panel = manager.getByRole('complementary', { name: 'Comments' });
  await expect(panel.getByText('as it was at a moment of its history')).toBeVisible();
  await expect(panel.getByRole('textbox')).toHaveCount(0);
  await expect(manager.getByRole('button', { name: 'Approve', exact: true })).toHaveCount(0);
  await expect(manager.locator('canvas').first()).toBeVisible();
  await manager.screenshot({ path: info.outputPath('then.png') });
  await manager.getByRole('link', { name: 'Close' }).click();
  await expect(manager).toHaveURL(new RegExp(`/orders/detail/${order.id}/history\\?at=${first}$`));
});

test('the slider can be dragged, the keyboard moves it to the ends and by single steps, and playing stops at the last event (BY-019)', async ({
  as,
}) => {
  const manager = await as('manager@northlight.test');
  const { order, events } = await approvedOrder(manager);
  const last = events.length;
  const at = (step: number) => expect.poll(() => said(manager)).toMatch(`${step} of ${last}: `);
  await manager.goto(`/orders/detail/${order.id}/history`);
  await at(last);
  const lane = (await slider(manager).boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  const middle = lane.y + lane.height / 2;
  await manager.mouse.move(lane.x + lane.width - 8, middle);
  await manager.mouse.down();
  await manager.mouse.move(lane.x + lane.width / 2, middle, { steps: 10 });
  await expect.poll(() => said(manager)).not.toMatch(new RegExp(`^(1|${last}) of`));
  await manager.mouse.move(lane.x + 2, middle, { steps: 10 });
  await at(1);
  await manager.mouse.up();
  // The address changes once the slider stops moving.
  await expect(manager).toHaveURL(new RegExp(`[?]at=${events[0]?.position}$`));
  await slider(manager).focus();
  await manager.keyboard.press('End');
  await at(last);
  await manager.keyboard.press('Home');
  await at(1);
  await manager.keyboard.press('ArrowRight');
  await at(2);
  await manager.keyboard.press('ArrowRight');
  await at(3);
  await manager.keyboard.press('ArrowLeft');
  await at(2);
  await manager.keyboard.press('End');
  await at(last);
  for (const step of [1, 2, 3]) {
    await manager.keyboard.press('ArrowLeft');
    await at(last - step);
  }

  await manager.getByRole('button', { name: 'Play' }).click();
  await expect(manager.getByRole('button', { name: 'Pause' })).toBeVisible();
  await at(last - 2);
  await at(last);
  await expect(manager.getByRole('button', { name: 'Play' })).toBeVisible();
  const ended = await shown(manager);
  expect(ended).toEqual(expected(await readOrder(manager, order.id)));

  await manager.getByRole('button', { name: 'Play' }).click();
  await at(1);
  await manager.getByRole('button', { name: 'Pause' }).click();
  await expect(manager.getByRole('button', { name: 'Play' })).toBeVisible();
});
