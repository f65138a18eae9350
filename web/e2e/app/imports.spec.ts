import { makeImport } from '../../tests/fake/imports';
import { lookAt } from '../looks';
import { expect, test, visit } from './fixtures';

test('an owner drops a board, says what its lists mean, imports it, and says which column of a table is what, with the keyboard (BY-051)', async ({
  page,
  server,
}) => {
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

  const one = makeImport(1, {
    state: 'checked',
    accepted: 0,
    existing: 0,
    csv: {
      encoding: 'windows-1252',
      dates: 'day-first',
      dateText: '03/04/2027',
      dateRead: '2027-04-03',
      columns: [
        { number: 1, name: 'Job', samples: ['Label', 'Box'], field: 'name' },
        { number: 2, name: 'The number under which our customer knows it', samples: ['A-1', 'x'.repeat(59)] },
        { number: 3, name: 'Deadline', samples: ['03/04/2027'], field: 'due' },
      ],
      fields: [
        { name: 'reference', required: true },
        { name: 'name', required: true },
        { name: 'due', required: false },
      ],
      chosen: {},
    },
  });
  Object.assign(server.imports, { imports: [one], problems: [], found: { rows: 12, accepted: 10, existing: 2 } });
  await visit(page, `/import?import=${one.id}`);
  await expect(page.getByText('Still needed: Reference. Choose a column for it.')).toBeVisible();
  await lookAt(page, 'import-reading');
  await page.getByRole('combobox', { name: 'What The number under which our customer knows it is' }).focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Check again' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Import 8 orders' })).toBeVisible();
  const sent = server.requests.findLast(({ path }) => path.endsWith('/check'));
  expect(JSON.parse(sent?.body ?? '{}')).toEqual({
    reading: {
      columns: [
        { number: 1, field: 'name' },
        { number: 2, field: 'reference' },
        { number: 3, field: 'due' },
      ],
    },
  });
});
