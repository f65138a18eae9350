import { createServer, request as forward, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { found, ordersIn, proofPath, proofsOf, readOrder } from './api';
import { expect, signIn, test } from './people';

/**
 * A slow line: a proxy that holds the writes whose path ends like this until `go` is called. It
 * forwards nothing of a request that the browser gave up meanwhile.
 */
async function slowLine(path: string) {
  const { promise: gone, resolve: go } = Promise.withResolvers<void>();
  const { promise: held, resolve: hold } = Promise.withResolvers<void>();
  const server: Server = createServer((from, to) => {
    void (async () => {
      if (from.url?.endsWith(path)) {
        hold();
        await gone;
        if (to.destroyed) return;
      }
      const call = forward(from.url ?? '', { method: from.method, headers: from.headers }, (answer) => {
        to.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(to);
      });
      call.on('error', () => to.destroy());
      from.pipe(call);
    })();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { held, go, proxy: `http://127.0.0.1:${port}`, close: () => server.close() };
}

test('an approval is kept when its page is left right after the click, on a slow line', async ({ as, browser }) => {
  const watching = await as('creative@northlight.test');
  const proof = found(
    (await ordersIn(watching, 'in-progress')).filter(({ operator }) => operator).flatMap(proofsOf),
    ({ version }) => version.can.approve,
    'version in progress that can be approved',
  );
  const line = await slowLine(`/${proof.attachment.id}/attachment-timeline`);
  const context = await browser.newContext({ proxy: { server: line.proxy } });
  const page = await context.newPage();
  await signIn(page, 'creative@northlight.test');
  await expect(page.locator('[data-card]').first()).toBeVisible();
  await page.goto(`${proofPath(proof)}?public=true`);
  await page.getByRole('button', { name: 'Approve', exact: true }).click();
  await line.held;
  await page.goto('/');
  line.go();
  await expect
    .poll(async () => {
      const order = await readOrder(watching, proof.order.id);
      return proofsOf(order).find(({ version }) => version.id === proof.version.id)?.version.can.approve;
    })
    .toBe(false);
  await context.close();
  line.close();
});
