import type { Locator, Page } from '@playwright/test';
import type { Move, Status } from '../../src/api/generated';
import type { FakeServer } from '../../tests/fake/server';
import type { StoredOrder } from '../../tests/fake/data';

export const column = (page: Page, name: string): Locator => page.locator(`[data-column="${name}"]`);
export const card = (page: Page, id: string): Locator => page.locator(`[data-card="${id}"]`);

/** Waits until the code of drag and drop has loaded, after the cards show. */
export const canDrag = (page: Page) => page.locator('[data-rfd-draggable-id]').first().waitFor();

/** Drags `from` onto `to`. Drops it there unless `drop` is false. */
export async function drag(page: Page, from: Locator, to: Locator, drop = true): Promise<void> {
  await canDrag(page);
  const start = await from.boundingBox();
  const end = await to.boundingBox();
  if (!start || !end) throw new Error('nothing to drag');
  await page.mouse.move(start.x + 150, start.y + 40);
  await page.mouse.down();
  await page.mouse.move(start.x + 160, start.y + 50, { steps: 3 });
  await page.mouse.move(end.x + 150, end.y + 120, { steps: 12 });
  if (drop) await page.mouse.up();
}

/** Returns the first order in a status that can be moved. */
export function first(server: FakeServer, status: Status): StoredOrder {
  const found = server.orders.find((order) => order.status === status && !order.frozen);
  if (!found) throw new Error(`no order is ${status}`);
  return found;
}

/** Returns the moves that the page sent. */
export function moves(server: FakeServer): Move[] {
  return server.requests
    .filter(({ path }) => path.endsWith('move-progress'))
    .map(({ body }) => JSON.parse(body) as Move);
}

/** Returns the movable orders of a status, in the order of their column. */
export function inStatus(server: FakeServer, status: Status): StoredOrder[] {
  return server.orders.filter((order) => order.status === status && !order.frozen);
}
