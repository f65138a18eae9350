import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openBoard } from '../../../tests/board';
import { withPlan } from '../../../tests/fake/membership';
import { fakeServer, showApp, SilentSocket, storeSession } from '../../../tests/render';
import { showCard } from '@/api/board/board';

const server = fakeServer();
beforeEach(() => {
  vi.stubGlobal('WebSocket', SilentSocket);
});
afterEach(() => {
  vi.unstubAllGlobals();
});

const notice = async () =>
  within((await screen.findByText(/: this (is|will be) number/)).closest('div') as HTMLElement);

test('the form of a full account says which number the order will be, when it starts, and what helps (BY-064)', async () => {
  storeSession('owner');
  server().own.profile = withPlan(server().own.profile);
  server().slots = { maximum: 12, active: 12, place: 4, startsAt: '2030-12-03T10:00:00Z' };
  showApp('/orders/new');
  const full = await notice();
  expect(full.getByText('All 12 slots are taken: this will be number 4.')).toBeVisible();
  expect(full.getByText(/It starts by itself once a slot is free, likely around 03 Dec 2030/)).toBeVisible();
  expect(full.getByRole('link', { name: 'See what you can finish' })).toHaveAttribute('href', '/work');
  expect(full.getByRole('link', { name: 'Buy a slot' })).toHaveAttribute('href', '/retail');
});

test('a member of the team cannot buy a slot, and is not asked to (BY-064)', async () => {
  storeSession('staff');
  server().slots = { maximum: 1, active: 1, place: 1 };
  showApp('/orders/new');
  const full = await notice();
  expect(full.getByText('The only slot is taken: this will be number 1.')).toBeVisible();
  expect(full.getByText(/It starts by itself once a slot is free\./)).toBeVisible();
  expect(full.queryByRole('link', { name: 'Buy a slot' })).toBeNull();
});

test('a form says nothing of slots while one is free (BY-064)', async () => {
  storeSession('owner');
  server().slots = { maximum: 12, active: 11, place: 1 };
  showApp('/orders/new');
  await screen.findByRole('textbox', { name: /Order name/ });
  await waitFor(() => expect(server().requests.some(({ path }) => path.endsWith('/slots'))).toBe(true));
  expect(screen.queryByText(/slot/)).toBeNull();
});

test('a queued order names its number, and offers its start as soon as a slot is free (BY-064)', async () => {
  storeSession('owner');
  const order = server().orders.find(({ status }) => status === 'queue');
  if (!order) throw new Error('nothing is queued');
  order.fullSlots = 12;
  server().slots = { maximum: 12, active: 12, place: 2 };
  showApp(`/orders/detail/${order.id}`);
  expect((await notice()).getByText('All 12 slots are taken: this is number 2.')).toBeVisible();
});

test('an order that was full when it was read is read again once a slot is free (BY-064)', async () => {
  storeSession('owner');
  const order = server().orders.find(({ status }) => status === 'queue');
  if (!order) throw new Error('nothing is queued');
  order.fullSlots = 12;
  server().slots = { maximum: 12, active: 11, place: 1 };
  showApp(`/orders/detail/${order.id}`);
  const asked = () =>
    server().requests.filter(({ method, path }) => method === 'GET' && path.endsWith(`/order/${order.id}`));
  await waitFor(() => expect(asked().length).toBeGreaterThan(1));
  expect(screen.queryByText(/number/)).toBeNull();
});

test('the board is read again when another order of an account with a queue changes its status (BY-064)', async () => {
  const { store } = await openBoard('owner');
  const read = () => server().requests.filter(({ query }) => query.get('view') === 'board').length;
  const before = read();
  const order = server().orders.find(({ status }) => status === 'in-progress');
  if (!order) throw new Error('nothing is in progress');
  store.dispatch(showCard({ ...server().card(order), orderName: 'Renamed' }));
  await waitFor(() => expect(screen.getAllByText('Renamed')).not.toHaveLength(0));
  expect(read()).toBe(before);
  store.dispatch(showCard({ ...server().card(order), status: 'in-review' }));
  await waitFor(() => expect(read()).toBe(before + 1));
});
