import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Locator, Page } from '@playwright/test';
import { pdf } from '../bench/artwork';
import { expect, test } from './fixtures';
import { brochure, proofOf, Proofs, topic } from './proofs';

const drawn = (page: Page): Locator => page.locator('[data-page="1"] [data-sheet][data-drawn="true"]');

/**
 * strictStore serves files from another origin. Only the newest links work, and its refusals lack
 * the CORS headers that would let a page read them.
 */
async function strictStore(files: Record<string, Buffer>) {
  let good = 1;
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://store');
    const body = files[pathname.slice(1)];
    if (request.method === 'OPTIONS') {
      response.writeHead(204, { 'Access-Control-Allow-Origin': '*', 'Access-Control-Allow-Headers': 'range' }).end();
    } else if (!body || searchParams.get('link') !== String(good)) {
      response.writeHead(403, { 'Content-Type': 'application/xml' }).end('<Error><Code>AccessDenied</Code></Error>');
    } else {
      const [, from, to] = /bytes=(\d+)-(\d+)/.exec(request.headers.range ?? '') ?? [];
      response.writeHead(from ? 206 : 200, { 'Access-Control-Allow-Origin': '*', 'Content-Type': 'application/pdf' });
      response.end(from ? body.subarray(Number(from), Number(to) + 1) : body);
    }
  });
  await new Promise<void>((listening) => {
    server.listen(0, '127.0.0.1', listening);
  });
  const { port } = server.address() as AddressInfo;
  return {
    link: (name: string) => `http://127.0.0.1:${port}/${name}?link=${good}`,
    /** Makes every link issued so far invalid. */
    expire: () => {
      good += 1;
    },
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

test('a store whose refusals a page cannot read is asked again with a fresh link; when that fails too the page shows the documented error (BD-159, BD-449)', async ({
  page,
  server,
}) => {
  const store = await strictStore({ 'new.pdf': await pdf(40), 'old.pdf': await pdf(2) });
  const proofs = await new Proofs(server).open();
  const { versions } = proofs.of(brochure);
  const names = ['new.pdf', 'old.pdf'];
  const relink = () => versions.forEach((version, i) => (version.url = store.link(names[i] ?? '')));
  relink();
  versions.forEach((version) => (version.fileMeta.fileSize = 1_000_000));
  const [newest] = versions;
  if (newest) proofs.set(newest, [topic(1)]);
  try {
    await page.goto(proofOf(brochure, versions[1]?.id));
    await expect(drawn(page)).toBeVisible();
    store.expire();
    relink();
    await page.getByRole('navigation', { name: 'Versions' }).getByText('v2').click();
    await expect(page.getByText('page 1 of 40', { exact: true })).toBeVisible();
    await expect(drawn(page)).toBeVisible();

    store.expire();
    relink();
    const download = page.getByRole('button', { name: /^Download Proof/ });
    const [file] = await Promise.all([page.waitForEvent('download'), download.click()]);
    expect(file.suggestedFilename()).toMatch(/_proof\.pdf$/);
    await expect(download).toHaveText('Download Proof');

    store.expire();
    await download.click();
    await expect(page.getByRole('alert').filter({ hasText: 'Oops, something went wrong download pdf' })).toBeVisible();
    await expect(download).toHaveText('Download Proof');
  } finally {
    store.close();
  }
});
