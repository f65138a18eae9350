import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { Card } from '@/api/generated';
import { fakeServer, show, storeSession } from '../../../tests/render';
import ArchivePage from './ArchivePage';
import ListPage from './ListPage';
import { exportQuery, withStatus } from './listParams';
import { selectMatching } from './OrderTablePage';
import { parseColumns } from './useTableColumns';

const server = fakeServer('manager');

beforeEach(() => {
  window.localStorage.clear();
  storeSession('manager');
});

const lists = () => server().requests.filter(({ path }) => path.endsWith('/order'));
const heads = () => screen.getAllByRole('columnheader').map((head) => head.textContent);

describe('the list', () => {
  test('requests its page with the filters of the address (BD-101, BD-130)', async () => {
    show(<ListPage />, '/order-list?page=2&limit=25&sort=due&dir=asc&orderProgress=in-review&createdAtEnd=2026/03/01');
    await waitFor(() => expect(lists()).toHaveLength(1));
    expect(Object.fromEntries(lists()[0]?.query ?? [])).toMatchObject({
      view: 'list',
      page: '2',
      limit: '25',
      sort: 'due',
      sortAsc: 'true',
      orderProgress: 'in-review',
      createdAtEnd: '2026/03/01 24:00:00',
      clientId: 'null',
    });
  });

  test('shows the selected columns and row height, and remembers them', async () => {
    const user = userEvent.setup();
    const { unmount } = show(<ListPage />, '/order-list');
    await screen.findByRole('table');
    expect(heads()).toEqual(['Order', 'Status', 'Priority', 'Service', 'Created', 'Due', 'Last change', 'Operator']);
    await user.click(screen.getByRole('button', { name: 'View' }));
    await user.click(await screen.findByRole('menuitemcheckbox', { name: 'Company' }));
    await user.click(screen.getByRole('menuitemcheckbox', { name: 'Service' }));
    await user.click(screen.getByRole('menuitemradio', { name: 'Compact' }));
    unmount();
    show(<ListPage />, '/order-list');
    expect(await screen.findByRole('table')).toHaveAttribute('data-density', 'compact');
    expect(heads()).toEqual(['Order', 'Status', 'Priority', 'Company', 'Created', 'Due', 'Last change', 'Operator']);
  });

  test('sorts by a column, and reverses the order on a second click', async () => {
    const user = userEvent.setup();
    const { router } = show(<ListPage />, '/order-list?page=2');
    await screen.findByRole('table');
    await user.click(screen.getByRole('button', { name: 'Due' }));
    expect(router.state.location.search).toBe('?sort=due&dir=asc');
    await user.click(await screen.findByRole('button', { name: 'Due' }));
    expect(router.state.location.search).toBe('?sort=due&dir=desc');
  });

  test('exports what it shows: filter, order and columns, all pages (BY-037)', async () => {
    const user = userEvent.setup();
    const fetched = vi.spyOn(globalThis, 'fetch');
    show(<ListPage />, '/order-list?page=2&sort=name&dir=asc&orderProgress=on-hold');
    await waitFor(() => expect(lists()).toHaveLength(1));
    const button = screen.getByRole('button', { name: 'Export CSV' });
    await waitFor(() => expect(button).toBeEnabled());
    await user.click(button);
    const file = fetched.mock.calls
      .map(([url]) => (url instanceof Request ? url.url : String(url)))
      .find((url) => url.includes('/order/export'));
    const sent = Object.fromEntries(new URL(file ?? '', 'http://x').searchParams);
    expect(sent).toMatchObject({
      view: 'list',
      sort: 'name',
      sortAsc: 'true',
      orderProgress: 'on-hold',
      columns: 'number,name,status,priority,service,created,due,updated,operator',
      format: 'csv',
    });
    expect(sent).not.toHaveProperty('page');
    expect(sent).not.toHaveProperty('limit');
    fetched.mockRestore();
  });

  test('says when nothing matches and when a request failed', async () => {
    show(<ListPage />, '/order-list?customSearch=nothing-like-it');
    expect(await screen.findByText('Nothing matches')).toBeVisible();
    server().intercept = ({ path }) =>
      path.endsWith('/order')
        ? {
            status: 500,
            json: { success: false, message: 'Out of order', messages: [], error: { reason: 'internal' } },
          }
        : undefined;
    show(<ListPage />, '/order-list?page=3');
    expect(await screen.findByRole('button', { name: 'Try again' })).toBeVisible();
  });
});

test('the archive shows archived orders and restores them (D-05)', async () => {
  const [order] = server().orders;
  if (!order) throw new Error('no order');
  order.archived = true;
  const user = userEvent.setup();
  show(<ArchivePage />, '/archived-order');
  const row = await screen.findByRole('row', { name: new RegExp(order.orderName) });
  expect(lists()[0]?.query.get('view')).toBe('archived');
  const restore = within(row).queryByRole('button', { name: 'Restore Order' });
  const may = server().card(order).allowedActions.includes('restore');
  expect(restore !== null).toBe(may);
  if (!restore) return;
  await user.click(restore);
  await waitFor(() =>
    expect(server().requests.some(({ method, body }) => method === 'PUT' && body.includes('restore'))).toBe(true),
  );
});

test('selecting a status replaces the selected one', () => {
  expect(
    withStatus(new URLSearchParams('page=2&orderProgress=on-hold,not-frozen&customSearch=x'), 'approved').toString(),
  ).toBe('orderProgress=approved&customSearch=x');
  expect(withStatus(new URLSearchParams('orderProgress=on-hold'), '').toString()).toBe('');
});

test('an export has the visible columns after number and name', () => {
  expect(exportQuery(new URLSearchParams(), 'archive', undefined, ['status'])).toEqual({
    view: 'archived',
    sort: 'updated',
    sortAsc: 'false',
    columns: 'number,name,status',
  });
});

test('columns have a fixed order, and unknown ones are ignored', () => {
  expect(parseColumns('operator,price,status')).toEqual(['status', 'operator']);
});

test('quick search filters the loaded list by name, number, company, client and service (BD-122)', () => {
  const base = {
    orderName: 'Jar label',
    orderId: 'PB-1042',
    client: 'Direct',
    serviceName: 'Artwork',
    company: { name: 'Acme' },
  };
  const orders = [base as Card];
  for (const q of ['jar', '1042', 'direct', 'artwork', 'ACME', '']) expect(selectMatching(orders, q)).toHaveLength(1);
  expect(selectMatching(orders, 'brochure')).toEqual([]);
});
