import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { newerBuild } from '../newerBuild';
import { withServer } from '../ownServer';
import { expect, signIn, test } from '../people';

test('an open page learns of a newer build, keeps working with its own, and keeps its draft over Refresh (BD-433)', async ({
  browser,
}) => {
  test.setTimeout(240_000); // it builds the program once more, and starts two
  const folder = mkdtempSync(join(tmpdir(), 'proofboard-newer-'));
  try {
    const building = newerBuild(folder, /^SettingsPage-.*\.js$/);
    await withServer(['--demo'], async ({ url, replaceBy, printed }) => {
      const { program, gone } = await building;
      const page = await (await browser.newContext({ baseURL: url })).newPage();
      page.setDefaultTimeout(20_000);
      const asked: string[] = [];
      page.on('response', (response) => asked.push(`${response.status()} ${new URL(response.url()).pathname}`));
      await signIn(page, 'owner@acme.test');
      await page.getByRole('button', { name: 'Create New Order' }).click();
      const name = page.getByRole('textbox', { name: /^Order name/ });
      await name.fill('Label for the autumn jam');
      await expect(page.getByText('Saved as a draft')).toBeVisible();

      await replaceBy(program);
      const notice = page.getByRole('status').filter({ hasText: 'We have deployed this site with a new version.' });
      await expect(notice).toBeVisible({ timeout: 60_000 });

      // The page asks the newer server for a chunk that it does not have any more.
      expect(asked).not.toContain(`200 /assets/${gone}`);
      await page.getByRole('button', { name: /^User menu/ }).click();
      await page.getByRole('link', { name: /Settings/ }).click();
      await expect(page.getByRole('heading', { name: 'General Settings' })).toBeVisible();
      expect(asked).toContain(`200 /assets/${gone}`);

      await page.goBack();
      await expect(name).toHaveValue('Label for the autumn jam');
      await notice.getByRole('button', { name: 'Refresh' }).click();
      await expect(notice).toHaveCount(0);
      await expect(name).toHaveValue('Label for the autumn jam');
      expect(await page.evaluate(() => document.querySelector('meta[name="build"]')?.getAttribute('content'))).toBe(
        'ffffffffffffffff',
      );
      expect(printed(), 'the log of both servers').not.toContain('"level":"ERROR"');
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
