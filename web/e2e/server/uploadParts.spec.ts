import { writeFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { violations } from '../looks';
import { expect, test } from './people';

test.use({ viewport: { width: 1440, height: 900 }, expected: /ERR_CONNECTION_RESET/ });

const mb = 1024 * 1024;
const uploads = (page: Page) => page.getByRole('list', { name: 'Uploads to Supplied files' });

async function choose(page: Page, button: string | RegExp, path: string): Promise<void> {
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('button', { name: button }).first().click(),
  ]);
  await chooser.setFiles(path);
}

test('a large file goes on after a cut network and a closed page, and sends nothing again that had arrived (D-92, check 37)', async ({
  as,
}, info) => {
  const path = info.outputPath('large.psd');
  await writeFile(path, Buffer.concat([1, 2, 3].map((byte) => Buffer.alloc(byte < 3 ? 8 * mb : 4 * mb, byte))));
  const other = info.outputPath('other.psd');
  await writeFile(other, Buffer.alloc(17 * mb));
  const owner = await as('owner@acme.test');
  await owner.goto('/orders/new');
  await owner.getByLabel('Order name').fill('Journey of parts');
  await owner.getByRole('button', { name: 'Save as Draft' }).click();
  await expect(owner.getByRole('heading', { name: 'Journey of parts' })).toBeVisible();

  const arrived: number[] = [];
  let cuts = 0;
  let closing = true;
  await owner.context().route(
    ({ searchParams }) => searchParams.has('partNumber'),
    async (route) => {
      if (route.request().method() !== 'PUT') return route.continue();
      const number = Number(new URL(route.request().url()).searchParams.get('partNumber'));
      if (number === 2 && cuts === 0) {
        cuts += 1;
        return route.abort('connectionreset');
      }
      if (number === 3 && closing) return undefined; // It never arrives, until the page is closed.
      const response = await route.fetch();
      if (response.ok()) arrived.push(number);
      return route.fulfill({ response });
    },
  );
  await choose(owner, /^Add file/, path);
  await expect(uploads(owner).getByRole('button', { name: 'Pause large.psd' })).toBeVisible();
  await expect.poll(() => arrived.toSorted((a, b) => a - b)).toEqual([1, 2]);
  await uploads(owner).getByRole('button', { name: 'Pause large.psd' }).click();
  await expect(uploads(owner)).toContainText(/Paused at 16 MB of 20 MB/);

  closing = false;
  await owner.reload();
  await expect(uploads(owner)).toContainText('Not finished. Choose the file again to go on.');
  expect(await violations(owner)).toEqual([]);
  await choose(owner, 'Go on with large.psd', other);
  await expect(owner.getByRole('alert').filter({ hasText: 'Another file' })).toContainText('large.psd');
  await choose(owner, 'Go on with large.psd', path);
  await expect(uploads(owner)).toHaveCount(0);
  await expect(owner.getByRole('region', { name: /^Supplied files/ }).getByText('large.psd')).toBeVisible();
  expect(arrived.toSorted((a, b) => a - b)).toEqual([1, 2, 3]);
});
