import { notifications } from '@mantine/notifications';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { makeProfile } from '../../../tests/fake/data';
import { makeReport } from '../../../tests/fake/reports';
import { refused } from '../../../tests/fake/server';
import { fakeServer, showApp, SilentSocket, storeSession } from '../../../tests/render';
import type { Role } from '@/api/generated';
import { placesOf } from '@/app/places/places';
import { askedOrders, changed, opened, orderQuery } from './params';
import { partText, working } from './words';

beforeEach(() => {
  vi.stubGlobal('WebSocket', SilentSocket);
  // Charts measure their frame, which has no size here.
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      unobserve() {}
      disconnect() {}
    },
  );
});
afterEach(() => {
  vi.unstubAllGlobals();
  notifications.clean();
});

/** Returns the texts of the rows of a table. */
const rows = (name: string) =>
  within(screen.getByRole('region', { name }))
    .getAllByRole('row')
    .map((row) => [...row.children].map(({ textContent }) => textContent));

describe('the report about orders', () => {
  const server = fakeServer('owner');
  beforeEach(() => storeSession('owner'));
  const open = (search = '') => showApp(`/reporting/order${search}`);
  const asked = () => server().requests.filter(({ path }) => path.endsWith('/reports/orders/behind'));

  test('has a table beside each chart, and charts are hidden from screen readers', async () => {
    open();
    await screen.findByRole('region', { name: 'Orders placed, a table' }); // D-65
    expect(rows('Orders placed, a table')).toEqual([
      ['Placed', 'In Review', 'Others', 'Together'],
      ['Week of 12 Oct 2026', '2', '0', '2'],
      ['Week of 19 Oct 2026', '1', '4', '5'],
      ['Together', '3', '4', '7'],
    ]);
    expect(rows('Lead time by stage, a table').slice(1)).toEqual([
      ['In Progress', '3', '5 h', '4 h', '1.5 days'],
      ['From placed to completed', '3', '2.5 days', '2 days', '5 days'],
    ]);
    expect(rows('Revisions per proof, a table')).toContainEqual(['2 revisions', '2']);
    expect(rows('Allocated hours, a table')[1]).toEqual(['Hours against allocation', '3', '12 h', '11 h', '1']);
    expect(screen.getByText('1.33')).toBeVisible();
    expect(screen.getByText(/Europe\/Stockholm/)).toHaveTextContent('a working day has 8 hrs');
    for (const chart of document.querySelectorAll('.recharts-responsive-container')) {
      expect(chart.closest('[aria-hidden]')).not.toBeNull();
    }
  });

  test('opens the orders behind a figure, page by page, and closes them with the address', async () => {
    const { router } = open('?by=service');
    await userEvent.click(await screen.findByRole('link', { name: 'Others, Week of 19 Oct 2026, 4: show the orders' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Orders placed: Others, Week of 19 Oct 2026' }));
    expect(await dialog.findByRole('link', { name: 'PB-1042 Label 0' })).toHaveAttribute(
      'href',
      `/orders/detail/${server().reports.behind[0]?.id}`,
    );
    expect(Object.fromEntries(asked().at(-1)?.query ?? [])).toEqual({
      by: 'service',
      figure: 'placed',
      part: '2026-10-19',
      group: 'others',
      page: '1',
    });
    await userEvent.click(dialog.getByRole('button', { name: 'Load more' }));
    expect(await dialog.findByText('3 orders')).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(router.state.location.search).toBe('?by=service'));
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  test('keeps its limits in the address', async () => {
    const { router } = open('?from=2026-10-12');
    await userEvent.click(await screen.findByRole('radio', { name: 'Creator' }));
    await waitFor(() => expect(router.state.location.search).toBe('?from=2026-10-12&by=creator'));
    const sent = server().requests.findLast(({ path }) => path.endsWith('/reports/orders'));
    expect(Object.fromEntries(sent?.query ?? [])).toEqual({ from: '2026-10-12', by: 'creator' });
    await userEvent.click(screen.getByRole('button', { name: 'Reset' }));
    await waitFor(() => expect(router.state.location.search).toBe('?by=creator'));
  });

  test('says what is wrong, and that there is nothing', async () => {
    server().intercept = ({ path }) =>
      path.endsWith('/reports/orders') ? refused(400, 'report.period_invalid', 'A period begins.') : undefined;
    open();
    expect(await screen.findByText('A period begins.')).toBeVisible();
    server().intercept = () => undefined;
    server().reports.report = makeReport({ placed: [0, 0], completed: [0, 0], cancelled: [0, 0], worked: [0, 0] });
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('Nothing in this time')).toBeVisible();
  });
});

describe('the report about operators', () => {
  const server = fakeServer('manager');

  test('has the figures of each person, and opens the orders behind them', async () => {
    storeSession('manager');
    showApp('/reporting/operator');
    await screen.findByRole('region', { name: 'Work per operator, a table' }); // SH-092
    expect(rows('Work per operator, a table').slice(1)).toEqual([
      ['Tomás Rivera', '2 h', '4', '0', '3'],
      ['Yuki Tanaka', '2 h', '4', '5', '3'],
    ]);
    await userEvent.click(screen.getByRole('link', { name: 'Yuki Tanaka, Rework, 5: show the orders' }));
    expect(await screen.findByRole('dialog', { name: 'Rework: Yuki Tanaka' })).toBeVisible();
    const sent = server().requests.findLast(({ path }) => path.endsWith('/reports/operators/behind'));
    expect(sent?.query.get('personId')).toBe(server().reports.operators[1]?.person.id);
  });

  test.each(['/reporting/operator', '/reporting/order'])('%s is closed to a cso', async (path) => {
    storeSession('cso');
    server().own.profile = makeProfile('cso');
    const { router } = showApp(path);
    await waitFor(() => expect(router.state.location.pathname).toBe('/'));
  });
});

test.each<[Role, string[]]>([
  ['owner', ['Order Reporting']], // SH-182
  ['staff', ['Order Reporting']],
  ['manager', ['Reporting', 'Operator Reporting']], // SH-183
  ['admin', ['Reporting', 'Operator Reporting']],
  ['operator', ['Operator Reporting']],
  ['cso', []],
])('%s has the entries %s', (role, entries) => {
  const places = placesOf(makeProfile(role), 'customer').flatMap((group) => group.places);
  const reports = places.filter(({ to }) => to.startsWith('/reporting/'));
  expect(reports.map(({ label }) => label)).toEqual(entries);
  for (const { to, label } of reports) {
    expect(to).toBe(label === 'Operator Reporting' ? '/reporting/operator' : '/reporting/order');
  }
});

test('a hostile address asks for nothing that a report does not have', () => {
  const search = new URLSearchParams('figure=%3Cscript%3E&step=year&by=x&revisions=99');
  expect(askedOrders(search)).toBeUndefined();
  expect(orderQuery(search)).toEqual({ step: undefined, by: undefined });
  expect(askedOrders(new URLSearchParams('figure=revisions&revisions=99'))).toEqual({ figure: 'revisions' });
});

test('figures and limits change the address and keep the rest', () => {
  const search = new URLSearchParams('from=2026-01-01&figure=placed&part=2026-01-01&group=a');
  expect(opened(search, { figure: 'over', part: undefined })).toBe('?from=2026-01-01&figure=over');
  expect(`${changed(search, { from: null, to: '2026-02-01' })}`).toBe('to=2026-02-01');
});

test('times of business hours are working days, or hours below one', () => {
  expect(working(8 * 3600, 8 * 3600)).toBe('1 day');
  expect(working(20 * 3600, 8 * 3600)).toBe('2.5 days');
  expect(working(3600, 8 * 3600)).toBe('1 h');
  expect(working(90_000, 0)).toBe('25 h');
  expect(partText('2026-10-01', { step: 'month' })).toBe('Oct 2026');
});
