import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { fakeServer, show, storeSession } from '../../../tests/render';
import { QuickSearch } from './QuickSearch';

const server = fakeServer('manager');

beforeEach(() => storeSession('manager'));

function open(page: 'board' | 'list', path = '/') {
  const user = userEvent.setup();
  const view = show(<QuickSearch page={page} />, path);
  return { ...view, user, box: screen.getByRole('textbox', { name: 'Quick search' }) };
}

const asked = () => server().requests.filter(({ path }) => path.endsWith('/order/search'));
const results = () => document.querySelectorAll<HTMLElement>('[data-result]');

test('the board searches on the server after 500 ms, for at most ten orders (BD-121, BD-127, BD-128)', async () => {
  const { user, box } = open('board');
  const began = Date.now();
  await user.type(box, 'label');
  await waitFor(() => expect(asked()).toHaveLength(1));
  expect(Date.now() - began).toBeGreaterThanOrEqual(500);
  expect([...(asked()[0]?.query ?? [])]).toEqual([
    ['customSearch', 'label'],
    ['limit', '10'],
  ]);
});

test('results are full order cards, read from success and data.orders (BD-072, BD-129)', async () => {
  const { user, box } = open('board');
  await user.type(box, 'label');
  await waitFor(() => expect(results().length).toBeGreaterThan(0));
  const order = server().orders.find(({ orderName }) => orderName.toLowerCase().includes('label'));
  const [first] = results();
  for (const text of [order?.orderCreator.name, order?.serviceName, order?.orderId])
    expect(first).toHaveTextContent(text ?? '?');
  server().intercept = ({ path }) =>
    path.endsWith('/search') ? { json: { success: false, data: { orders: [] } } } : undefined;
  await user.type(box, 's');
  await waitFor(() => expect(results()).toHaveLength(0));
});

test('an empty box clears the results at once (BD-126)', async () => {
  const { user, box } = open('board');
  await user.type(box, 'label');
  await waitFor(() => expect(results().length).toBeGreaterThan(0));
  await user.clear(box);
  expect(results()).toHaveLength(0);
});

test('arrow keys move through the results and back; Enter opens one', async () => {
  const { user, box, router } = open('board');
  await user.type(box, 'label');
  await waitFor(() => expect(results().length).toBeGreaterThan(1));
  await user.keyboard('{ArrowUp}');
  expect(box).toHaveFocus();
  await user.keyboard('{ArrowDown}{ArrowDown}');
  expect(results()[1]).toHaveFocus();
  await user.keyboard('{ArrowUp}');
  expect(results()[0]).toHaveFocus();
  const address = results()[0]?.getAttribute('href');
  await user.keyboard('{Enter}');
  expect(router.state.location.pathname).toBe(address);
});

test('Ctrl+Q focuses the box, Escape leaves it, Enter is swallowed (BD-123, BD-124, BD-125)', async () => {
  const { user, box } = open('board');
  await user.keyboard('{Control>}q{/Control}');
  expect(box).toHaveFocus();
  const enter = new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true });
  act(() => void box.dispatchEvent(enter));
  expect(enter.defaultPrevented).toBe(true);
  await user.keyboard('{Escape}');
  expect(box).not.toHaveFocus();
});

test('a failed search hides the loading indicator, shows what the server says and can be retried (BD-445)', async () => {
  server().intercept = ({ path }) =>
    path.endsWith('/search')
      ? {
          status: 500,
          json: { success: false, message: 'Out of order', messages: ['Out of order'], error: { reason: 'internal' } },
        }
      : undefined;
  const { user, box } = open('board');
  await user.type(box, 'label');
  expect(await screen.findByText('Out of order')).toBeVisible();
  expect(screen.queryByRole('status', { name: 'Searching' })).not.toBeInTheDocument();
  server().intercept = () => undefined;
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(results().length).toBeGreaterThan(0));
});

test('on the list it filters the loaded orders through the address and sends no request (BD-122)', async () => {
  const { user, box, router } = open('list', '/order-list?page=2');
  await user.type(box, 'label');
  await waitFor(() => expect(router.state.location.search).toBe('?page=2&q=label'));
  expect(asked()).toEqual([]);
  await user.clear(box);
  await waitFor(() => expect(router.state.location.search).toBe('?page=2'));
});
