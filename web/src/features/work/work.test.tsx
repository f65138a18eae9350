import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type FakeRequest, ok, refused } from '../../../tests/fake/server';
import { fakeServer, showApp, SilentSocket, storeSession } from '../../../tests/render';
import type { WorkLine, WorkSection } from '@/api/shell';
import { countOf } from '@/shared/myWork';

const server = fakeServer();
beforeEach(() => {
  vi.stubGlobal('WebSocket', SilentSocket);
});
afterEach(() => {
  vi.unstubAllGlobals();
});

/** Answers with these sections, each with the orders of the fake server that have one of the statuses. */
function waits(...wanted: [WorkSection['kind'], string, Partial<WorkLine>?, number?][]) {
  const { orders } = server();
  const sections = wanted.map(([kind, status, more = {}, total]) => {
    const lines = orders.filter((one) => one.status === status).slice(0, more.card ? 1 : 2);
    return { kind, total: total ?? lines.length, lines: lines.map((one) => ({ card: server().card(one), ...more })) };
  });
  server().intercept = (request) => (isWork(request) ? ok({ sections }) : undefined);
}

const isWork = ({ method, path }: FakeRequest) => method === 'GET' && path.endsWith('/work');
const asked = () => server().requests.filter(isWork).length;

test('a customer is led to the file to approve and to the thread to answer (BY-058)', async () => {
  storeSession('owner');
  const file = {
    attachmentId: '00000000-0000-4000-8000-000000000001',
    versionId: '00000000-0000-4000-8000-000000000002',
  };
  waits(['to-approve', 'in-review', file], ['to-answer', 'in-review', { ...file, comments: 2 }], ['waiting', 'queue']);
  showApp('/work');
  const approve = within(await screen.findByRole('list', { name: 'To approve' }));
  for (const link of approve.getAllByRole('link', { name: /^Review: / })) {
    expect(link).toHaveAttribute('href', expect.stringContaining(`/attachments/${file.attachmentId}/versions/`));
  }
  const answer = within(screen.getByRole('list', { name: 'To answer' }));
  expect(answer.getAllByText('2 comments')).not.toHaveLength(0);
  expect(answer.getAllByRole('link', { name: /^Answer: / })).not.toHaveLength(0);
  const queue = within(screen.getByRole('list', { name: 'Waiting for a free slot' }));
  expect(queue.getAllByText(/^Waiting for a free slot: place \d+ in your queue$/)).not.toHaveLength(0);
  expect(queue.queryByRole('button', { name: /Ready To Go/ })).toBeNull();
});

test('the next step of an order is done on its line, which asks again what waits (BY-058)', async () => {
  storeSession('owner');
  const [order] = server().orders.filter(({ status }) => status === 'in-progress');
  if (!order) throw new Error('no order in progress');
  const card = { ...server().card(order), allowedStatuses: ['in-review' as const], allowedActions: [] };
  waits(['to-do', 'in-progress', { card }]);
  showApp('/work');
  const before = asked();
  const list = within(await screen.findByRole('list', { name: 'To do' }));
  await userEvent.click(list.getByRole('button', { name: `Send to review: ${order.orderName}` }));
  const moves = () => server().requests.filter(({ method, path }) => method === 'PUT' && path.includes(order.id));
  await waitFor(() =>
    expect(JSON.parse(moves()[0]?.body ?? '{}')).toMatchObject({ moveto: 'in-review', via: 'status' }),
  );
  await waitFor(() => expect(asked()).toBeGreaterThan(before));
});

test('an order in review for long is opened, not approved from here (BY-058)', async () => {
  storeSession('owner');
  waits(['long-review', 'in-review'], ['overdue', 'in-review']);
  showApp('/work');
  expect(await screen.findAllByRole('link', { name: /^Open: / })).not.toHaveLength(0);
  expect(screen.queryByRole('button', { name: /^Approve order: / })).toBeNull();
});

test('work that is not loaded can be asked for again, and none says so (BY-032, BY-058)', async () => {
  storeSession('owner');
  server().intercept = (request) => (isWork(request) ? refused(500, 'internal', 'The server is tired.') : undefined);
  showApp('/work');
  expect(await screen.findByText('The server is tired.')).toBeInTheDocument();
  waits();
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('Nothing waits for you')).toBeInTheDocument();
  expect(screen.queryByText('The server is tired.')).toBeNull();
});

test('the sidebar counts what waits, and a long section says that it is cut (BY-058)', async () => {
  storeSession('owner');
  waits(['to-approve', 'in-review', {}, 3], ['waiting', 'queue', {}, 101]);
  showApp('/work');
  await waitFor(() => expect(screen.getByRole('link', { name: /^My work/ })).toHaveTextContent('My work 100+ waiting'));
  expect(await screen.findByText(/^100\+ waiting for a free slot, the first \d+ are here\./)).toBeInTheDocument();
  expect([countOf(100), countOf(101)]).toEqual(['100', '100+']);
});
