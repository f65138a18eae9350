import { notifications } from '@mantine/notifications';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { CsvLayout } from '@/api/imports';
import { refused } from '../../../tests/fake/answers';
import { makeImport } from '../../../tests/fake/imports';
import { fakeServer, showApp, SilentSocket, storeSession } from '../../../tests/render';
beforeEach(() => vi.stubGlobal('WebSocket', SilentSocket));
afterEach(() => {
  vi.unstubAllGlobals();
  notifications.clean();
});

const choose = async (file: File, container: HTMLElement) => {
  await screen.findByRole('button', { name: 'Choose a file' });
  const input = container.querySelector<HTMLInputElement>('input[type="file"]');
  expect(input).not.toBeNull();
  if (input) await userEvent.upload(input, file);
};

describe('an owner', () => {
  const server = fakeServer('owner');
  beforeEach(() => storeSession('owner'));
  const sent = () =>
    server()
      .requests.filter(({ method, path }) => method !== 'GET' && path.includes('/imports'))
      .map(({ method, path }) => `${method} ${path.replace(/^.*\/imports/, '').replace(/[0-9a-f-]{36}/, 'id')}`);

  test('checks a file, sees its problems, and imports the rest (BY-051)', async () => {
    server().imports.problems = [
      { line: 7, column: 'due', reason: 'import.due', text: 'Write a date like 2026-12-24.' },
      { line: 0, reason: 'import.column_unknown', text: 'This column is not known.' },
    ];
    const { container } = showApp('/import');
    expect(await screen.findByText('No imports yet')).toBeVisible();
    await choose(new File(['x'.repeat(600 * 1024)], 'orders.csv', { type: 'text/csv' }), container);
    const list = within(await screen.findByRole('table', { name: '' }));
    expect(list.getAllByRole('row').map((row) => row.textContent)).toEqual([
      'LineColumn or listProblem',
      '7dueWrite a date like 2026-12-24.',
      'FileThis column is not known.',
    ]);
    const current = within(screen.getByRole('region', { name: 'orders.csv for Acme Foods' }));
    expect(current.getByText('8 orders will be created')).toBeVisible();
    expect(current.getByText('2 orders exist already, and stay as they are')).toBeVisible();
    expect(current.getByText('2 rows left out, because of problems')).toBeVisible();
    await userEvent.click(current.getByRole('button', { name: 'Import 8 orders' }));
    expect(await screen.findByText(/The import is done. 8 orders created, 2 orders existed already/)).toBeVisible();
    expect(screen.getByRole('link', { name: 'See the orders' })).toHaveAttribute('href', '/order-list');
    expect(sent()).toEqual(['POST ', 'PUT /id/parts/0', 'PUT /id/parts/1', 'POST /id/check', 'POST /id/confirm']);
  });

  test('says what the cards of each list become', async () => {
    const one = makeImport(1, {
      kind: 'trello',
      state: 'checked',
      fileName: 'board.json',
      leftOut: 3,
      lists: [
        { id: 'l1', name: 'Doing', cards: 9, status: 'queue' },
        { id: 'l2', name: 'Done', cards: 3 },
      ],
    });
    server().imports.imports = [one];
    server().imports.found = { leftOut: 0, accepted: 12 };
    showApp(`/import?import=${one.id}`);
    const lists = within(await screen.findByRole('region', { name: 'Lists of the board' }));
    expect(screen.getByText('3 cards left out, because of their lists')).toBeVisible();
    expect(lists.queryByRole('button', { name: /Check again/ })).toBeNull();
    await userEvent.click(lists.getByRole('combobox', { name: 'Status of the cards in Done' }));
    await userEvent.click(await screen.findByRole('option', { name: 'On Hold' }));
    await userEvent.click(lists.getByRole('button', { name: 'Check again with these statuses' }));
    expect(await screen.findByRole('button', { name: 'Import 10 orders' })).toBeVisible();
    const body = server().requests.find(({ path }) => path.endsWith('/check'))?.body ?? '';
    expect(JSON.parse(body)).toEqual({
      lists: [
        { id: 'l1', status: 'queue' },
        { id: 'l2', status: 'on-hold' },
      ],
    });
  });

  test('says which column is what, how dates are meant, and the encoding (BY-051)', async () => {
    const csv: CsvLayout = {
      encoding: 'windows-1252',
      dates: 'day-first',
      dateText: '03/04/2026',
      dateRead: '2026-04-03',
      columns: [
        { number: 1, name: 'Job', samples: ['Label', 'Box'], field: 'name' },
        { number: 2, name: 'Our no.', samples: ['A-1', 'A-2'] },
        { number: 3, name: '', samples: ['red'], field: 'description' },
        { number: 4, name: '', samples: [] },
      ],
      fields: [
        { name: 'reference', required: true },
        { name: 'name', required: true },
        { name: 'description', required: false },
      ],
      chosen: { encoding: 'windows-1252' },
    };
    const one = makeImport(1, { state: 'checked', accepted: 0, existing: 0, csv });
    server().imports.imports = [one];
    showApp(`/import?import=${one.id}`);
    const panel = within(await screen.findByRole('region', { name: 'How the file is read' }));
    expect(screen.getByText('There is nothing to import.')).toBeVisible();
    expect(screen.queryByRole('button', { name: /^Import/ })).toBeNull();
    expect(panel.getByText(/^03\/04\/2026 is read as .*3.*Apr/)).toBeVisible();
    const items = panel.getAllByRole('listitem').map((item) => item.firstChild?.textContent);
    expect(items).toEqual(['JobLabel · Box', 'Our no.A-1 · A-2', 'Column 3red']);
    expect(panel.getByText('Still needed: Reference. Choose a column for it.')).toBeVisible();
    expect(panel.queryByRole('button', { name: 'Check again' })).toBeNull();
    const pick = async (field: string, option: string) => {
      await userEvent.click(panel.getByRole('combobox', { name: field }));
      await userEvent.click(await screen.findByRole('option', { name: option }));
    };
    await pick('What Our no. is', 'Reference (needed)');
    expect(panel.queryByText(/Still needed/)).toBeNull();
    await pick('What Job is', 'Description');
    expect(panel.getByRole('combobox', { name: 'What Column 3 is' })).toHaveValue('Leave out');
    await pick('What Column 3 is', 'Name (needed)');
    await pick('Dates', 'Month first, like 12/24/2026');
    await userEvent.click(panel.getByRole('button', { name: 'Check again' }));
    expect(await screen.findByRole('button', { name: 'Import 8 orders' })).toBeVisible();
    const body = server().requests.find(({ path }) => path.endsWith('/check'))?.body ?? '';
    expect(JSON.parse(body)).toEqual({
      reading: {
        encoding: 'windows-1252',
        dates: 'month-first',
        columns: [
          { number: 1, field: 'description' },
          { number: 2, field: 'reference' },
          { number: 3, field: 'name' },
        ],
      },
    });
  });

  test('reads what a board has that is not imported (BY-051)', async () => {
    const notImported = { comments: 12, checklists: 1, members: 0, attachments: 3 };
    const one = makeImport(1, { kind: 'trello', state: 'checked', fileName: 'board.json', notImported });
    server().imports.imports = [one];
    showApp(`/import?import=${one.id}`);
    expect(await screen.findByText('Not imported: 12 comments, 1 checklist, 3 attachments')).toBeVisible();
    expect(screen.getByText('2 cards left out, because of problems')).toBeVisible();
  });

  test('reads why an import failed, and what it has created', async () => {
    const failure = 'You are not allowed to do this.';
    const one = makeImport(1, { state: 'failed', created: 3, failure });
    server().imports.imports = [one];
    showApp(`/import?import=${one.id}`);
    expect(await screen.findByText(/^The import failed/)).toHaveTextContent(`${failure} 3 orders created.`);
  });

  test('reads why a file is refused, and can cancel', async () => {
    const one = makeImport(1, { state: 'importing', handled: 4, resumesAt: '2026-10-21T12:30:00Z' });
    server().imports.imports = [one];
    server().intercept = ({ method, path }) =>
      method === 'POST' && path.endsWith('/imports')
        ? refused(429, 'import.too_many', 'You have imported many files in the last hour.')
        : method === 'GET' && path.endsWith(one.id)
          ? { json: { success: true, data: { import: one, problems: [] } } }
          : undefined;
    const { container } = showApp(`/import?import=${one.id}`);
    expect(await screen.findByText(/The import goes on at/)).toBeVisible();
    await choose(new File(['a'], 'a.csv'), container);
    expect(await screen.findByRole('alert')).toHaveTextContent('You have imported many files in the last hour.');
    await choose(new File([], 'b.csv'), container);
    expect(await screen.findByRole('alert')).toHaveTextContent('The file is empty.');
    await userEvent.click(screen.getByRole('button', { name: 'Cancel the import' }));
    expect(sent().at(-1)).toBe('DELETE /id');
  });
});

describe('an admin', () => {
  const server = fakeServer('admin');
  beforeEach(() => storeSession('admin'));

  test('chooses the account that orders go to', async () => {
    showApp('/import');
    expect(await screen.findByText('Choose an account first.')).toBeVisible();
    await userEvent.click(screen.getByRole('combobox', { name: 'What' }));
    await userEvent.click(await screen.findByRole('option', { name: 'Customers from a CSV file' }));
    expect(screen.queryByRole('combobox', { name: /Account/ })).toBeNull();
    expect(screen.getByRole('button', { name: 'Choose a file' })).toBeVisible();
    expect(screen.getByRole('button', { name: 'Example file' })).toBeVisible();
    expect(server().requests.some(({ path }) => path.endsWith('/imports'))).toBe(true);
  });
});

describe('a team member', () => {
  const server = fakeServer('staff');
  beforeEach(() => storeSession('staff'));

  test('has no page for imports', async () => {
    const { router } = showApp('/import');
    await waitFor(() => expect(router.state.location.pathname).toBe('/'));
    expect(server().requests.some(({ path }) => path.endsWith('/imports'))).toBe(false);
  });
});
