import { makeImport } from '../../tests/fake/imports';
import { lookAt } from '../looks';
import { expect, test } from './fixtures';

test('an owner drops a board, says what its lists mean, and imports it with the keyboard', async ({ page, server }) => {
  server.imports.found = {
    rows: 40,
    accepted: 30,
    existing: 4,
    leftOut: 8,
    lists: [
      { id: 'l1', name: 'Doing', cards: 30, status: 'queue' },
      { id: 'l2', name: 'Done, delivered and paid, the jobs of all the years before', cards: 8 },
    ],
  };
  server.imports.problems = Array.from({ length: 130 }, (_, n) => ({
    line: n + 2,
    column: 'Doing',
    reason: 'order.name_invalid',
    text: `Give the order a name of 1 to 200 characters. (Card ${n})`,
  }));
  server.imports.imports = [
    makeImport(2),
    makeImport(3, { state: 'failed', created: 3, failure: 'You are not allowed to do this.' }),
  ];
  await page.goto('/import');
  await expect(page.getByRole('link', { name: 'orders-2.csv' })).toBeVisible();
  await lookAt(page, 'imports');

  await page.getByRole('combobox', { name: 'What' }).focus();
  await page.keyboard.press('ArrowDown');
  await page.getByRole('option', { name: 'A board from Trello' }).click();
  const dropped = await page.evaluateHandle(() => {
    const files = new DataTransfer();
    files.items.add(new File(['{}'], 'jobs.json', { type: 'application/json' }));
    return files;
  });
  await page.getByRole('button', { name: 'Choose a file' }).dispatchEvent('drop', { dataTransfer: dropped });
  await expect(page.getByRole('region', { name: 'Lists of the board' })).toBeVisible();
  await lookAt(page, 'import-checked');

  await page.getByRole('button', { name: 'Next' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('cell', { name: /Card 129/ })).toBeVisible();
  await page.getByRole('button', { name: 'Import 26 orders' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByText(/The import is done\. 26 orders created/)).toBeVisible();
  await lookAt(page, 'import-done');
});
