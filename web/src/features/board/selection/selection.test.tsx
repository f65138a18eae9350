import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { card, cardIn, openBoard } from '../../../../tests/board';
import { refused } from '../../../../tests/fake/server';
import { fakeServer } from '../../../../tests/render';
import type { Status } from '@/api/generated';

// The code of the bar comes when the first test is over.
const bars = vi.hoisted(() => Promise.withResolvers<void>());
vi.mock('./SelectionBar', async (original) => {
  await bars.promise;
  return original();
});
vi.mock('../drag/useDragAndDrop', () => ({ useDragAndDrop: () => undefined }));

const server = fakeServer('manager');
afterEach(() => bars.resolve());
const idsOf = (status: Status) =>
  server()
    .orders.filter((order) => order.status === status && !order.frozen)
    .map(({ id }) => id);
const statusOf = (id: string) => server().orders.find((order) => order.id === id)?.status;
const moves = () => server().requests.filter(({ path }) => path.endsWith('move-progress'));
const selected = () => document.querySelectorAll('[data-selected]').length;
const bar = async () => within(await screen.findByRole('region', { name: 'Selected cards' }));
const select = (...ids: string[]) => ids.forEach((id) => fireEvent.keyDown(card(id), { key: 'x' }));

async function moveTo(name: string) {
  fireEvent.click((await bar()).getByRole('button', { name: 'Move to…' }));
  fireEvent.click(await screen.findByRole('menuitem', { name }));
}

test('Escape clears the selection even before its bar has loaded (BY-038)', async () => {
  await openBoard('manager');
  select(...idsOf('in-review').slice(0, 1));
  expect(selected()).toBe(1);
  expect(screen.queryByRole('region', { name: 'Selected cards' })).toBeNull();
  fireEvent.keyDown(document.body, { key: 'Escape' });
  expect(selected()).toBe(0);
});

test('the server validates each of several cards moved together: refusals are listed with their reasons and stay selected (BY-038)', async () => {
  const [no = '', ...others] = idsOf('in-review');
  server().intercept = ({ path }) =>
    path.includes(no) && path.endsWith('move-progress')
      ? refused(409, 'order.frozen', 'A manager has just frozen this order.')
      : undefined;
  await openBoard('manager');
  fireEvent.keyDown(card(no), { key: 'a', ctrlKey: true });
  expect((await bar()).getByText(`${others.length + 1} selected`)).toBeVisible();
  await moveTo('Approved');
  const dialog = within(await screen.findByRole('dialog', { name: 'Move: 1 order was refused' }));
  expect(dialog.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    expect.stringContaining('A manager has just frozen this order.'),
  ]);
  fireEvent.click(dialog.getByRole('button', { name: 'OK' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(selected()).toBe(1);
  expect(cardIn('in-review', no)).toHaveAttribute('data-selected', 'true');
  expect(others.map(statusOf)).toEqual(others.map(() => 'approved'));
  expect(moves()).toHaveLength(others.length + 1);
});

test('cards selected while several other moves are undone stay selected (BY-038)', async () => {
  const [one = '', two = ''] = idsOf('in-review');
  await openBoard('manager');
  select(one, two);
  await moveTo('In Progress');
  const undo = await screen.findByRole('button', { name: 'Undo' });
  expect(moves()).toHaveLength(2);
  const answer = Promise.withResolvers<void>();
  const { fetch } = globalThis;
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const url = input instanceof Request ? input.url : String(input);
    if (url.endsWith(`/${one}/move-progress`)) await answer.promise;
    return fetch(input, init);
  });
  fireEvent.click(undo);
  await waitFor(() => expect(cardIn('in-review', one)).toBeInTheDocument());
  select(one, two);
  expect(selected()).toBe(2);
  answer.resolve();
  await waitFor(() => expect(moves()).toHaveLength(4));
  await waitFor(() => expect(screen.queryByText(/Moving back/)).toBeNull());
  expect((await bar()).getByText('2 selected')).toBeVisible();
});

test('a named action that all selected cards have runs on each after one question; Escape clears the selection (BY-038)', async () => {
  const ids = idsOf('in-progress').slice(0, 2);
  await openBoard('manager');
  select(...ids);
  fireEvent.click((await bar()).getByRole('button', { name: 'Actions' }));
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Freeze Order' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Freeze Order: 2 orders' }));
  fireEvent.click(dialog.getByRole('button', { name: 'Freeze Order' }));
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Selected cards' })).toBeNull());
  expect(server().orders.filter(({ id, frozen }) => frozen && ids.includes(id))).toHaveLength(2);

  select(...ids.slice(0, 1));
  expect((await bar()).getByText('1 selected')).toBeVisible();
  fireEvent.keyDown(document.body, { key: 'Escape' });
  expect(selected()).toBe(0);
  expect(screen.queryByRole('region', { name: 'Selected cards' })).toBeNull();
});
