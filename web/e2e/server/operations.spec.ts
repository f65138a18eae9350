import type { OperationsAnswer } from '../../src/api/generated/desk';
import { read } from './api';
import { expect, test } from './people';

test.use({ viewport: { width: 1440, height: 900 } });

test('an admin sees which process runs which projection, starts a dry run, and reads its report (BY-011, BY-012, BY-013, BY-015)', async ({
  as,
}) => {
  const page = await as('admin@northlight.test');
  await page.getByRole('button', { name: 'Oversight', exact: true }).click();
  await page.getByRole('link', { name: 'Operations' }).click();
  const projections = page.getByRole('region', { name: 'Projections, a table' });
  for (const name of ['board', 'proofs', 'topics', 'timeline', 'notifications'])
    await expect(projections.getByRole('row', { name: new RegExp(`^${name}`) })).toContainText('Up to date');
  for (const name of ['notify', 'promote', 'relay', 'transparency'])
    await expect(page.getByRole('row', { name: new RegExp(`^${name}`) })).toContainText('Held');
  for (const name of ['mailer', 'thumbnails'])
    await expect(page.getByRole('row', { name: new RegExp(`^${name}`) })).toBeVisible();
  const names = page.getByRole('region', { name: /^(Workers|Queues)/ }).getByRole('rowheader');
  for (const name of await names.all()) await expect(name.locator('span')).not.toBeEmpty(); // it says what it does

  await page.getByRole('button', { name: 'Rebuild timeline' }).click();
  await page.getByRole('menuitem', { name: 'Dry run and compare…' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  const asked = async () => (await read<OperationsAnswer>(page, '/operations')).data.rebuilds.length;
  const before = await asked();

  await page.getByRole('button', { name: 'Rebuild timeline' }).click();
  await page.getByRole('menuitem', { name: 'Dry run and compare…' }).click();
  await page.getByRole('button', { name: 'Start the dry run' }).click();
  await expect.poll(asked).toBe(before + 1);
  const job = page.getByRole('region', { name: 'Rebuilds' }).getByRole('listitem').first();
  await expect(job).toContainText('Dry run of timeline');
  await expect(job).toContainText('No difference', { timeout: 30_000 });
  await job.getByRole('button', { name: 'Report' }).click();
  const report = (await read<OperationsAnswer>(page, '/operations')).data.rebuilds[0]?.report;
  for (const { table, liveRows, rebuiltRows } of report?.tables ?? []) {
    expect(liveRows).toBe(rebuiltRows);
    await expect(job.getByRole('row', { name: new RegExp(`^${table}`) })).toContainText(liveRows.toLocaleString('en'));
  }
  expect(report?.tables.map(({ table }) => table)).toEqual(['timeline_streams', 'timeline_entries']);
});
