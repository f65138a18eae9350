import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test, vi } from 'vitest';
import { card, cardIn, choose, column, openBoard } from '../../../tests/board';
import { refused } from '../../../tests/fake/server';
import { fakeServer } from '../../../tests/render';
import type { Status } from '@/api/generated';
import { applyLive } from '@/api/live/live';
import { sendWaiting } from '@/api/outbox/outbox';
import { cardLifted } from './boardSlice';

// jsdom has no layout to drag in, so the code of drag and drop never comes.
vi.mock('./drag/useDragAndDrop', () => ({ useDragAndDrop: () => undefined }));

const cards = (name: string) => column(name).querySelectorAll('[data-card]').length;

describe('an owner', () => {
  const server = fakeServer('owner');
  const first = (status: Status) => {
    const found = server().orders.find((order) => order.status === status && !order.frozen);
    if (!found) throw new Error(`no order is ${status}`);
    return found;
  };
  const moves = () => server().requests.filter(({ path }) => path.endsWith('move-progress'));

  test('sees six columns, with zones in New Order and the completed orders as a collapsed group (BD-045, D-02)', async () => {
    await openBoard('owner');
    expect([...document.querySelectorAll('[data-column] h2')].map(({ textContent }) => textContent)).toEqual([
      'New Order',
      'In Progress',
      'In Review',
      'On Hold',
      'Approved',
      'Cancelled',
    ]);
    const zones = within(column('new-order')).getAllByRole('heading', { level: 3 });
    expect(zones.map(({ textContent }) => textContent?.replace(/ \d+$/, ''))).toEqual(['Active', 'Queue', 'Draft']);
    const completed = within(column('approved')).getByRole('button', { name: /^Completed/ });
    expect(completed).toHaveAttribute('aria-expanded', 'false');
    const before = cards('approved');
    fireEvent.click(completed);
    expect(completed).toHaveAttribute('aria-expanded', 'true');
    expect(cards('approved')).toBeGreaterThan(before);
  });

  test('has finished and empty columns as strips that open and fold by their names, which is remembered', async () => {
    for (const order of server().orders) if (order.status === 'on-hold') order.status = 'approved';
    const { unmount } = await openBoard('owner', '');
    const folded = () => [...document.querySelectorAll('[data-folded]')].map((one) => one.getAttribute('data-column'));
    expect(folded()).toEqual(['on-hold', 'approved', 'cancelled']);
    expect(cards('approved')).toBe(0);
    const name = within(column('approved')).getByRole('button', { name: 'Approved' });
    expect(name).toHaveAttribute('aria-expanded', 'false');
    fireEvent.click(name);
    expect(name).toHaveAttribute('aria-expanded', 'true');
    expect(cards('approved')).toBeGreaterThan(0);
    fireEvent.click(within(column('in-review')).getByRole('button', { name: 'In Review' }));
    expect(folded()).toEqual(['in-review', 'on-hold', 'cancelled']);
    unmount();
    await openBoard('owner', '+approved -in-review');
    expect(folded()).toEqual(['in-review', 'on-hold', 'cancelled']);
  });

  test('sees which columns accept the lifted card, and who could move it to the others (BY-035)', async () => {
    const { store } = await openBoard('owner');
    act(() => void store.dispatch(cardLifted(first('in-progress').id)));
    expect(column('in-review')).toHaveAttribute('data-drop', 'yes');
    expect(column('on-hold')).toHaveAttribute('data-drop', 'no');
    expect(within(column('new-order')).getByRole('note')).toHaveTextContent(
      'Only operators and managers can move an order from In Progress to Ready To Go.',
    );
  });

  test('cannot arrange cards by hand under another sort, and the column says why (BD-050, D-10)', async () => {
    const { store } = await openBoard('owner');
    fireEvent.change(screen.getByLabelText('Sort cards by'), { target: { value: 'due' } });
    act(() => void store.dispatch(cardLifted(first('in-review').id)));
    expect(column('in-review')).toHaveAttribute('data-drop', 'home');
    expect(within(column('in-review')).getByRole('note')).toHaveTextContent(
      "Cards are sorted. Choose the sort 'Manual order' to arrange them by hand.",
    );
    expect(column('approved')).toHaveAttribute('data-drop', 'yes');
  });

  test('has a refused move taken back, with the reason in a warning titled Failed! (BD-442, BY-034)', async () => {
    const moved = first('in-progress');
    server().intercept = ({ path }) =>
      path.endsWith('move-progress')
        ? refused(409, 'order.frozen', 'A manager has just frozen this order.')
        : undefined;
    await openBoard('owner');
    await choose(moved.id, 'In Review');
    await waitFor(() =>
      expect(screen.getAllByRole('alert').map(({ textContent }) => textContent)).toContainEqual(
        expect.stringMatching(/Failed!.*A manager has just frozen this order\./),
      ),
    );
    expect(moves()).toHaveLength(1);
    expect(cardIn('in-progress', moved.id)).toBeInTheDocument();
  });

  test('sees what another person moves or deletes without a reload (D-35, BY-034)', async () => {
    const { store } = await openBoard('owner');
    const [moved, gone] = server().orders.filter(({ status }) => status === 'in-progress');
    if (!moved || !gone) throw new Error('too few orders in progress');
    Object.assign(moved, { status: 'in-review', position: 900, version: 9 });
    const data = { orderId: moved.id, type: 'order.moved', card: server().card(moved) };
    act(() => store.dispatch(applyLive({ event: 'reload-order', data, position: 900 })));
    expect(cardIn('in-review', moved.id)).toBeInTheDocument();
    expect(cardIn('in-progress', moved.id)).toBeNull();

    expect(cardIn('in-progress', gone.id)).toBeInTheDocument();
    server().orders = server().orders.filter((order) => order !== gone);
    act(() => store.dispatch(applyLive({ event: 'order-deleted', data: { orderId: gone.id }, position: 901 })));
    expect(cardIn('in-progress', gone.id)).toBeNull();
  });

  test('gets the whole of a shortened name on hover and from a screen reader (BD-084..BD-087)', async () => {
    const long = server().orders.find(({ orderName, status }) => orderName.length > 32 && status === 'ready-to-go');
    if (!long) throw new Error('no long name');
    await openBoard('owner');
    const shown = within(card(long.id));
    expect(shown.getByText('Organic oat bar wrapper with mul…')).toBeVisible();
    expect(shown.getByTitle(long.orderName)).toBeVisible();
    expect(shown.getByText(long.orderName)).toHaveClass('sr-only');
  });

  test('clicks anywhere on a card to open its order, but not on its menu or to select it', async () => {
    const { id } = first('in-progress');
    const { router } = await openBoard('owner');
    fireEvent.click(card(id), { ctrlKey: true });
    expect(card(id)).toHaveAttribute('data-selected', 'true');
    fireEvent.click(within(card(id)).getByRole('button', { name: /^Menu of/ }));
    fireEvent.click(await screen.findByRole('menu')); // the edge of the menu, where it has no item
    expect(router.state.location.pathname).toBe('/');
    fireEvent.click(card(id));
    expect(router.state.location.pathname).toBe(`/orders/detail/${id}`);
  });
});

describe('an operator', () => {
  const server = fakeServer('operator');

  test('holds an order with a reason; without an answer to the question nothing is sent (BD-063, BD-140, BD-454..BD-458)', async () => {
    const held = server().orders.find(({ status, frozen }) => status === 'on-hold' && !frozen);
    if (!held) throw new Error('no order is on hold');
    const sent = () =>
      server()
        .requests.filter(({ path }) => path.endsWith('/action'))
        .map(({ body }) => JSON.parse(body) as object);
    await openBoard('operator');
    await choose(held.id, 'Resume Order');
    await waitFor(() => expect(cardIn('in-progress', held.id)).toBeInTheDocument());
    expect(sent()).toEqual([{ action: 'resume' }]);

    for (const answer of ['Cancel', 'Continue']) {
      await choose(held.id, 'Hold Order');
      const dialog = within(await screen.findByRole('dialog', { name: 'Hold Order' }));
      expect(dialog.getByRole('button', { name: 'Continue' })).toBeDisabled();
      fireEvent.change(dialog.getByRole('textbox'), { target: { value: 'Logo is missing' } });
      expect(dialog.getByText(/^Characters left/)).toHaveTextContent('Characters left: 240');
      fireEvent.click(dialog.getByRole('button', { name: answer }));
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
      await waitFor(() => expect(sent()).toHaveLength(answer === 'Cancel' ? 1 : 2));
    }
    expect(sent()[1]).toEqual({ action: 'on-hold', reason: 'Logo is missing' });
    await waitFor(() => expect(cardIn('on-hold', held.id)).toHaveTextContent('Logo is missing'));
  });
});

describe('a manager', () => {
  const server = fakeServer('manager');

  test('sees on the card that an action made offline waits, can take it back, and it is sent later (BY-036)', async () => {
    const held = server().orders.find(({ status, frozen }) => status === 'in-review' && !frozen);
    if (!held) throw new Error('no order is in review');
    const { store } = await openBoard('manager');
    const network = vi.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('Failed to fetch'));
    const hold = async () => {
      await choose(held.id, 'Hold Order');
      const dialog = within(await screen.findByRole('dialog', { name: 'Hold Order' }));
      fireEvent.change(dialog.getByRole('textbox'), { target: { value: 'The paper is late' } });
      fireEvent.click(dialog.getByRole('button', { name: 'Continue' }));
      await waitFor(() => expect(card(held.id)).toHaveTextContent('Not sent yet'));
    };
    await hold();
    expect(await screen.findByText('Kept. It is sent when the connection is back.')).toBeVisible();
    fireEvent.keyDown(card(held.id), { key: 'm' });
    const back = await screen.findByRole('menuitem', { name: 'Take back: Hold Order' });
    expect(screen.queryByRole('menuitem', { name: 'Hold Order' })).toBeNull();
    await userEvent.click(back);
    await waitFor(() => expect(card(held.id)).not.toHaveTextContent('Not sent yet'));
    await hold();
    network.mockRestore();
    await act(() => store.dispatch(sendWaiting()));
    expect(held.status).toBe('on-hold');
    await waitFor(() => expect(cardIn('on-hold', held.id)).toHaveTextContent('The paper is late'));
  });
});
