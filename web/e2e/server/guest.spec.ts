import type { Page } from '@playwright/test';
import { bearer, inReview, type Proof, proofPath } from './api';
import { expect, password, test } from './people';

/** Returns the reads and writes that would reveal something about an order. */
function callsOf({ order, attachment, version }: Proof): string[] {
  const at = `/api/order/${order.id}`;
  const file = `${at}/attachment/${attachment.id}`;
  return [at, `${at}/timeline`, `${at}/history`, `${at}/mentions`, `${file}/versions`, `${file}/version/${version.id}`];
}

const pagesOf = (proof: Proof): string[] => [
  `/orders/detail/${proof.order.id}`,
  `/orders/detail/${proof.order.id}/history`,
  proofPath(proof),
];

/** Returns a proof of Acme, found with the manager's page. */
async function acmeProof(manager: Page): Promise<Proof> {
  return inReview(manager, () => true);
}

test('without a session every address leads to the customer sign-in, and no data of the order is sent (SH-045)', async ({
  as,
  browser,
  baseURL,
}) => {
  const proof = await acmeProof(await as('manager@northlight.test'));
  const context = await browser.newContext({ baseURL });
  const stranger = await context.newPage();
  const told: string[] = [];
  stranger.on('response', (answer) => {
    if (/\/api\/(c\/|d\/)?(order|message|profile)/.test(answer.url()) && answer.ok()) told.push(answer.url());
  });
  for (const path of ['/', '/order-list', '/orders/new', ...pagesOf(proof), '/no-such-page']) {
    await stranger.goto(path);
    await expect(stranger, path).toHaveURL(/\/signin$/);
    await expect(stranger.getByLabel('Password', { exact: true })).toBeVisible();
    await expect(stranger.getByText(proof.order.orderName)).toHaveCount(0);
  }
  expect(told).toEqual([]);

  // A link to a proof opens the proof after the sign-in.
  const link = `${proofPath(proof)}?public=true`;
  await stranger.goto(link);
  await stranger.getByLabel(/^Email/).fill('owner@acme.test');
  await stranger.getByLabel('Password', { exact: true }).fill(password);
  await stranger.keyboard.press('Enter');
  await expect(stranger.getByRole('heading', { name: proof.version.fileName })).toBeVisible();
  expect(stranger.url()).toBe(new URL(link, baseURL).href);
  await context.close();
});

test('without a token, or with an invalid one, the API answers 401 and changes nothing', async ({
  as,
  playwright,
  baseURL,
}) => {
  const manager = await as('manager@northlight.test');
  const proof = await acmeProof(manager);
  const reads = ['/api/profile', '/api/order', '/api/message/groups', ...callsOf(proof)];
  const sent: Record<string, string>[] = [{}, { Authorization: 'Bearer not-a-token' }];
  const strangers = sent.map((extraHTTPHeaders) => playwright.request.newContext({ baseURL, extraHTTPHeaders }));
  for (const stranger of await Promise.all(strangers)) {
    for (const path of reads) {
      const answer = await stranger.get(path);
      expect(answer.status(), path).toBe(401);
      expect(await answer.text(), path).not.toContain(proof.order.orderName);
    }
    const move = await stranger.put(`/api/order/${proof.order.id}/move-progress`, { data: { moveto: 'approved' } });
    expect(move.status()).toBe(401);
    await stranger.dispose();
  }
  const after = await manager.request.get(`/api/order/${proof.order.id}`, { headers: await bearer(manager) });
  expect(await after.json()).toMatchObject({ data: { order: { status: 'in-review' } } });
});

test("a reseller's owner is redirected from an order of another account, and the API says that it does not exist (BD-437)", async ({
  as,
}) => {
  const proof = await acmeProof(await as('manager@northlight.test'));
  const reseller = await as('owner@brightside.test');
  for (const path of pagesOf(proof)) {
    await reseller.goto(path);
    await expect(reseller, path).toHaveURL(/:\d+\/$/);
    await expect(reseller.getByText(proof.order.orderName)).toHaveCount(0);
  }
  const headers = await bearer(reseller);
  for (const path of callsOf(proof)) {
    const answer = await reseller.request.get(path, { headers });
    expect(answer.status(), path).toBe(404);
    expect(await answer.text(), path).not.toContain(proof.order.orderName);
  }
});
