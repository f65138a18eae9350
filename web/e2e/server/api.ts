import type { Page } from '@playwright/test';
import type {
  Attachment,
  CsrfAnswer,
  CsrfScope,
  DemoAnswer,
  Order,
  OrderAnswer,
  OrdersAnswer,
  Version,
} from '../../src/api/generated';
import { expect } from './people';

/** Returns the headers that a signed-in page sends with its calls. */
export async function bearer(page: Page): Promise<{ Authorization: string }> {
  const token = await page.evaluate(() => window.localStorage.getItem('token'));
  expect(token, 'the page is signed in').toBeTruthy();
  return { Authorization: `Bearer ${token}` };
}

/** The position of the last write to each server. What is read afterwards shows it, as in the web app. */
const written = new Map<string, string>();
const serverOf = (page: Page) => new URL(page.url()).origin;

/** Reads from the API as the user of a page. The test fails unless the call succeeds. */
export async function read<T>(page: Page, path: string, params: Record<string, string | number> = {}): Promise<T> {
  const headers = { ...(await bearer(page)), 'X-Min-Position': written.get(serverOf(page)) ?? '0' };
  const answer = await page.request.get(`/api${path}`, { headers, params });
  expect(answer.status(), path).toBe(200);
  return (await answer.json()) as T;
}

/** Writes to the API as the user of a page, with the CSRF token of the scope. */
export async function put(
  page: Page,
  path: string,
  scope: CsrfScope,
  data: object,
  method: 'PUT' | 'POST' = 'PUT',
): Promise<void> {
  const { token } = (await read<CsrfAnswer>(page, `/g/csrf/${scope}`)).data;
  const headers = { ...(await bearer(page)), 'X-CSRF-Token': token, 'Idempotency-Key': crypto.randomUUID() };
  const answer = await page.request.fetch(`/api${path}`, { method, headers, data });
  expect(answer.status(), `${path}: ${await answer.text()}`).toBe(200);
  const position = answer.headers()['x-position'];
  if (position) written.set(serverOf(page), position);
}

export async function readOrder(page: Page, id: string, asOf?: number): Promise<Order> {
  return (await read<OrderAnswer>(page, `/order/${id}`, asOf ? { asOf } : {})).data.order;
}

/**
 * Returns the full orders in these statuses that the user of the page can see, sorted by id. The
 * demo's ids are the same each time, but its dates, and so the order of every list, change daily.
 */
export async function ordersIn(page: Page, ...statuses: Order['status'][]): Promise<Order[]> {
  const params = { view: 'list', limit: 100, orderProgress: statuses.join(',') };
  const { orders = [] } = (await read<OrdersAnswer>(page, '/order', params)).data;
  // A filter selects a whole column, so other statuses of the column are removed here.
  const exact = orders.filter(({ status }) => statuses.includes(status));
  const ids = exact.map(({ id }) => id).toSorted();
  return Promise.all(ids.map((id) => readOrder(page, id)));
}

export interface Proof {
  order: Order;
  attachment: Attachment;
  version: Version;
}

/** Returns every version of an order's review files, newest first within each file. */
export function proofsOf(order: Order): Proof[] {
  const { customerReview, internalReview } = order.attachments;
  return [...customerReview, ...internalReview].flatMap((attachment) =>
    attachment.versions.map((version) => ({ order, attachment, version })),
  );
}

/** Returns the first match. Otherwise it fails and says what the demo lacks. */
export function found<T>(all: readonly T[], holds: (one: T) => boolean, what: string): T {
  const one = all.find(holds);
  if (!one) throw new Error(`there is no ${what}`);
  return one;
}

export const proofPath = ({ order, attachment, version }: Proof): string =>
  `/orders/detail/${order.id}/attachments/${attachment.id}/versions/${version.id}`;

/**
 * Returns the newest version of a file that Acme has to review. It moves the order into review when
 * necessary.
 */
export async function inReview(manager: Page, holds: (proof: Proof) => boolean): Promise<Proof> {
  const ours = (await ordersIn(manager, 'in-review', 'approved', 'in-progress')).filter(
    (order) =>
      order.company.name === 'Acme Foods' &&
      !order.frozen &&
      (order.status === 'in-review' || order.allowedStatuses.includes('in-review')),
  );
  const proofs = ours
    .toSorted((a, b) => Number(b.status === 'in-review') - Number(a.status === 'in-review'))
    .flatMap((order) =>
      order.attachments.customerReview.flatMap((attachment) =>
        attachment.versions.slice(0, 1).map((version) => ({ order, attachment, version })),
      ),
    );
  const proof = found(proofs, holds, 'order with such a file for review');
  const { id, status } = proof.order;
  if (status !== 'in-review')
    await put(manager, `/order/${id}/move-progress`, 'card', { moveto: 'in-review', via: 'status' });
  return proof;
}

/** Returns the e-mail address of a demo person. */
export async function emailOf(page: Page, name: string): Promise<string> {
  const { people } = (await read<DemoAnswer>(page, '/demo')).data;
  return found(people, (person) => person.name === name, `${name} in the demo`).email;
}

/** Returns the number of pages in the page tree of a PDF from the store. */
export async function pagesOf(page: Page, { version }: Proof): Promise<number> {
  const file = await page.request.get(version.url);
  return Number(/\/Count\s+(\d+)/.exec((await file.body()).toString('latin1'))?.[1] ?? 0);
}
