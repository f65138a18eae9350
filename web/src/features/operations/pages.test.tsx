import { notifications } from '@mantine/notifications';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route, Routes } from 'react-router';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Autopsy, ErrorReport, Parked, PaymentNotice, ProjectionStatus, RefusedStep } from '@/api/desk';
import { uuid } from '../../../tests/fake/data';
import { type FakeAnswer, ok } from '../../../tests/fake/server';
import { fakeServer, show, storeSession } from '../../../tests/render';
import AutopsyPage from './AutopsyPage';
import { ErrorReports } from './ErrorReports';
import OperationsPage from './OperationsPage';
import { PaymentNotices } from './PaymentNotices';
import { RefusedSteps } from './RefusedSteps';

const server = fakeServer('admin');
beforeEach(() => {
  storeSession('admin');
  const { own } = server();
  own.profile = { ...own.profile, abilities: { ...own.profile.abilities, operations: ['read', 'update'] } };
});
afterEach(() => act(notifications.clean));

const at = '2026-11-21T08:00:00Z';
const done: FakeAnswer = { json: { success: true, message: 'Done' } };

/** Answers reads by the end of their path, and each write with Done, after which `written` runs. */
function answers(reads: Record<string, () => FakeAnswer>, written: (method: string) => void = () => {}) {
  server().intercept = ({ method, path }) => {
    if (!path.includes('/operations')) return undefined;
    if (method === 'GET') return Object.entries(reads).find(([end]) => path.endsWith(end))?.[1]();
    written(method);
    return done;
  };
}
const writes = () =>
  server()
    .requests.filter(({ method }) => method !== 'GET')
    .map(({ method, path }) => `${method} ${path.replace('/api/d/operations/', '')}`);
const list = async (name: string) => within(await screen.findByRole('list', { name }));
const press = async (name: string | RegExp, scope: Pick<typeof screen, 'findByRole'> = screen) =>
  userEvent.click(await scope.findByRole('button', { name }));
const inDialog = async (name: string) => press(name, within(await screen.findByRole('dialog')));

test('what the payment provider told and was not handled can be handled again (D-59)', async () => {
  const told = { id: 'evt_1', type: 'payment_intent.succeeded', object: 'pi_1', receivedAt: at } as PaymentNotice;
  let notices: PaymentNotice[] = [{ ...told, nextAt: at, tries: 3, failure: 'stripe: 503 api_error' }];
  answers({ '/payment-notices': () => ok(notices) }, () => (notices = [{ ...told, doneAt: at, tries: 4 }]));
  show(<PaymentNotices />);
  const notes = await list('Notices of the payment provider');
  expect(notes.getByText('Failed')).toBeVisible();
  expect(notes.getByText('stripe: 503 api_error')).toBeVisible();
  await press(/^Handle again: payment_intent.succeeded/, notes);
  expect(await notes.findByText('Handled')).toBeVisible();
  expect(writes()).toEqual(['POST payment-notices/evt_1/replay']); // D-59
});

test('steps of billing that were refused can be tried again or removed', async () => {
  const refused: RefusedStep = {
    id: uuid(1),
    step: 'Make an invoice',
    customerId: 'c-1',
    customer: 'Acme',
    position: 1234,
    message: 'The price has changed.',
    count: 2,
    firstAt: at,
    lastAt: at,
    again: false,
  };
  let steps = [refused, { ...refused, id: uuid(2), customerId: undefined, customer: undefined, position: undefined }];
  answers(
    { '/refused-steps': () => ({ json: { success: true, data: steps, total: 101 } }) },
    (method) => (steps = method === 'DELETE' ? steps.slice(0, 1) : steps.map((step) => ({ ...step, again: true }))),
  );
  show(<RefusedSteps />);
  const region = await list('Refused steps of billing');
  const items = () => region.getAllByRole('listitem');
  expect(items()[0]).toHaveTextContent('Event 1,234');
  expect(items()[0]).toHaveTextContent('The price has changed.');
  expect(region.getByRole('link', { name: 'Acme' })).toHaveAttribute('href', '/customer/c-1');
  expect(items()[1]).toHaveTextContent('It is tried again every minute');
  expect(screen.getByText('The newest 2 of 101 are shown.')).toBeVisible();
  await press('Try all again');
  await waitFor(() => expect(items()[0]).toHaveTextContent('It is tried again now'));
  await press('Remove: Make an invoice', region);
  await inDialog('Remove');
  await waitFor(() => expect(items()).toHaveLength(1));
  expect(writes()).toEqual(['POST refused-steps/retry', `DELETE refused-steps/${uuid(2)}`]);
});

test('the errors that people reported are listed until somebody removes them (SH-157)', async () => {
  let crashes: ErrorReport[] = [
    {
      id: uuid(3),
      message: "TypeError: Cannot read properties of undefined (reading 'name')",
      page: '/orders/detail/{id}',
      stack: 'Card /assets/index-a1.js:12:3456\nBoard /assets/index-a1.js:7:8',
      build: '0123456789abcdef',
      browser: 'Firefox on Linux',
      count: 3,
      firstAt: at,
      lastAt: at,
    },
  ];
  answers({ '/error-reports': () => ok(crashes) }, () => (crashes = []));
  show(<ErrorReports />);
  const errors = await list('Errors in browsers');
  expect(await errors.findByText(/Cannot read properties of undefined \(reading 'name'\)/)).toBeVisible();
  expect(errors.getByText(/3 times/)).toBeVisible();
  await press('Details', errors);
  expect(errors.getByText(/Card \/assets\/index-a1\.js:12:3456/)).toBeVisible();
  expect(errors.getByText(/last in Firefox on Linux · build 0123456789abcdef/)).toBeVisible();
  await press('Remove', errors);
  expect(writes()).toEqual([]);
  await inDialog('Remove');
  expect(await screen.findByText('No error was reported')).toBeVisible(); // SH-157
  expect(writes()).toEqual([`DELETE error-reports/${uuid(3)}`]);
});

describe('a parked stream (BY-017)', () => {
  const parked: Parked = {
    stream: uuid(77),
    position: 812,
    version: 3,
    type: 'order.moved',
    error: 'value out of range',
    since: at,
  };
  const board: ProjectionStatus = {
    name: 'board',
    position: 1000,
    lag: 0,
    lagSeconds: 0,
    updated: at,
    running: true,
    state: 'running',
    parts: 1,
    holder: 'host/1',
    parked: [parked],
  };
  const autopsy: Autopsy = {
    projection: 'board',
    parked,
    prefix: [
      { position: 800, version: 1, type: 'order.drafted', at, data: { number: 7 }, skipped: false },
      { position: 812, version: 3, type: 'order.moved', at, data: { to: 'in-review' }, skipped: false },
    ],
    length: 2,
    alone: true,
    before: [{ table: 'board_cards', row: { id: uuid(77), status: 'draft' } }],
    decoding: { stored: 1, current: 1, raw: { to: 'in-review' }, upcast: { to: 'in-review' } },
    retry: { works: false, applied: 0, failsAt: 812, error: 'value out of range', changes: [] },
    skip: {
      works: true,
      applied: 4,
      changes: [{ table: 'board_cards', key: { id: 1 }, live: { status: 'draft' }, rebuilt: { status: 'approved' } }],
    },
  };
  const warnings = [{ reason: 'mail.not_sent', message: 'Mail is not sent. Set SMTP_URL.' }];
  const open = (path: string) => {
    let projections = [board];
    const status = () => ok({ head: 1000, at, projections, workers: [], queues: [], rebuilds: [], warnings });
    answers(
      {
        '/operations': status,
        [`/parked/${uuid(77)}`]: () => ok(autopsy),
        '-steps': () => ({ json: { success: true, data: [], total: 0 } }),
        '-notices': () => ok([]),
        '-reports': () => ok([]),
      },
      () => (projections = [{ ...board, parked: [] }]),
    );
    show(
      <Routes>
        <Route path="/operations" element={<OperationsPage />} />
        <Route path="/operations/:projection/:stream" element={<AutopsyPage />} />
      </Routes>,
      path,
    );
  };

  test('leads to its autopsy, which shows what each remedy would do; skipping it needs a reason', async () => {
    open('/operations');
    expect(await screen.findByText('Mail is not sent. Set SMTP_URL.')).toBeVisible();
    await userEvent.click(screen.getByRole('link', { name: /order.moved in board/ }));
    expect(await screen.findByRole('heading', { name: 'order.moved cannot be applied' })).toBeVisible(); // BY-017
    const panel = (name: string) => screen.getByRole('region', { name });
    expect(panel('Retry')).toHaveTextContent('Would park it again');
    expect(panel('Retry')).toHaveTextContent('event 812 fails');
    expect(panel('Skip')).toHaveTextContent('Would work');
    await userEvent.click(within(panel('Skip')).getByText('1 row would change'));
    expect(within(panel('Skip')).getByRole('row', { name: /^status/ })).toHaveTextContent('approved');
    expect(within(panel('Smallest prefix that fails')).getAllByRole('listitem')).toHaveLength(2);
    expect(panel('State before it')).toHaveTextContent('board_cards');

    await press('Skip this event…');
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getByRole('button', { name: 'Continue' })).toBeDisabled();
    expect(writes()).toEqual([]);
    await userEvent.type(dialog.getByRole('textbox'), 'it cannot be saved');
    await press('Continue', dialog);
    expect(await screen.findByRole('heading', { name: 'Operations' })).toBeVisible();
    expect(writes()).toEqual([`POST projections/board/parked/${uuid(77)}/skip`]);
    const sent = server().requests.find(({ method }) => method === 'POST')?.body ?? '';
    expect(JSON.parse(sent)).toEqual({ position: 812, reason: 'it cannot be saved' }); // BY-017
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Parked streams' })).toBeNull());
  });

  test('is tried again after a question, once', async () => {
    open(`/operations/board/${uuid(77)}`);
    await press('Retry');
    await inDialog('Cancel');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(writes()).toEqual([]);
    await press('Retry');
    await inDialog('Try again');
    await waitFor(() => expect(writes()).toEqual(['POST projections/board/retry'])); // BY-017
  });
});
