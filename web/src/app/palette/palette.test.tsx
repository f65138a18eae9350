import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useSyncExternalStore } from 'react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { makeProfile, uuid } from '../../../tests/fake/data';
import { refused } from '../../../tests/fake/server';
import { fakeServer, show, showApp, SilentSocket, storeSession } from '../../../tests/render';
import { useBoardQuery } from '@/api/board/board';
import { openState } from '@/lib/openState';
import { recent } from '@/shared/recent';
import { useShortcuts } from '@/ui';
import { palette } from './palette';
import { PaletteHost } from './PaletteHost';
import { active, field, lines, press, section } from './testing';

const server = fakeServer('manager');
const me = makeProfile('manager');
const order = `/orders/detail/${uuid(1000)}`;

beforeEach(() => {
  vi.stubGlobal('WebSocket', SilentSocket);
  storeSession('manager');
  palette.close();
});

const searches = () => server().requests.filter(({ path }) => path.endsWith('/order/search'));

/** A page with a field and an action of its own, whose board is loaded. */
function Page({ run }: { run?: () => void }) {
  const { data } = useBoardQuery();
  useShortcuts([
    { what: 'Polish the page', group: 'This page', run },
    { keys: 'X', what: 'Shake the page', group: 'This page', run },
  ]);
  return <input aria-label="Note" data-loaded={data !== undefined} />;
}

async function open({ path = '/order-list', run = () => {} } = {}) {
  const view = show(
    <>
      <Page run={run} />
      <PaletteHost me={me} />
    </>,
    path,
  );
  const note = screen.getByRole('textbox', { name: 'Note' });
  await waitFor(() => expect(note).toHaveAttribute('data-loaded', 'true'));
  await userEvent.click(note);
  await press('{Control>}k{/Control}');
  return { ...view, note, input: await field() };
}

describe('the palette', () => {
  test('opens on Ctrl+K while the user types, and closes on Escape or Ctrl+K, with the focus where it was (BY-049)', async () => {
    const { note, input } = await open();
    await waitFor(() => expect(input).toHaveFocus());
    await press('{Escape}');
    await waitFor(() => expect(input).not.toBeInTheDocument());
    expect(note).toHaveFocus();
    await press('{Control>}k{/Control}');
    await waitFor(async () => expect(await field()).toHaveFocus());
    await press('{Control>}k{/Control}');
    await waitFor(() => expect(screen.queryByRole('combobox')).not.toBeInTheDocument());
    expect(note).toHaveFocus();
  });

  test('does not open over a dialog, and leaves the keys to an editor that uses them', async () => {
    const { note, input } = await open();
    await press('{Escape}');
    await waitFor(() => expect(input).not.toBeInTheDocument());
    note.addEventListener('keydown', (event) => event.key === 'k' && event.preventDefault());
    await press('{Control>}k{/Control}');
    expect(palette.isOpen()).toBe(false);
    note.blur();
    const dialog = document.createElement('div');
    dialog.setAttribute('role', 'dialog');
    dialog.setAttribute('aria-modal', 'true');
    document.body.append(dialog);
    await press('{Control>}k{/Control}');
    dialog.remove();
    expect(palette.isOpen()).toBe(false);
  });

  test('shows actions of the page, pages and general actions, with the keys that work here', async () => {
    await open();
    expect(section('This page')).toEqual(['Polish the page', 'Shake the pageX']);
    expect(section('Pages')).toEqual([
      'My work',
      'Board',
      'Orders',
      'Archived orders',
      'Pay as you Go Customer Info',
      'Reporting',
      'Operator Reporting',
      'Manage Profile',
      'General Settings',
    ]);
    expect(section('Everywhere')).toEqual(['Light appearance', 'Dark appearance', 'Logout']);
  });

  test('adds actions that come later below its lines, so that none moves away from the pointer', async () => {
    const loaded = openState();
    function LoadingPage() {
      const ready = useSyncExternalStore(loaded.subscribe, loaded.isOpen);
      return ready ? <Page run={() => {}} /> : null;
    }
    show(
      <>
        <LoadingPage />
        <PaletteHost me={me} />
      </>,
      '/order-list',
    );
    await press('{Control>}k{/Control}');
    await field();
    const before = lines();
    act(loaded.open);
    expect(lines()).toEqual([...before, 'Polish the page', 'Shake the pageX']);
  });

  test('runs an action after it has closed, and the keys of the page rest while it is open', async () => {
    const seen: (Element | null)[] = [];
    const { note } = await open({ run: () => seen.push(document.activeElement) });
    await waitFor(async () => expect(await field()).toHaveFocus());
    await press('x');
    expect(seen).toEqual([]);
    await press('{Backspace}polish{Enter}');
    await waitFor(() => expect(seen).toEqual([note]));
    expect(palette.isOpen()).toBe(false);
  });

  test('moves through its lines with the arrow keys, Home and End, round both ends', async () => {
    const { input } = await open();
    const all = lines();
    expect(active()).toHaveTextContent(all[0] ?? '');
    expect(input).toHaveAttribute('aria-activedescendant', active().id);
    await press('{ArrowDown}');
    expect(active()).toHaveTextContent(all[1] ?? '');
    expect(input).toHaveAttribute('aria-activedescendant', active().id);
    await press('{ArrowUp}{ArrowUp}');
    expect(active()).toHaveTextContent(all.at(-1) ?? '');
    await press('{ArrowDown}');
    expect(active()).toHaveTextContent(all[0] ?? '');
    await press('{End}');
    expect(active()).toHaveTextContent('Logout');
    await press('{Home}');
    expect(active()).toHaveTextContent(all[0] ?? '');
  });

  test('opens pages and orders in a new tab with Ctrl+Enter, and stays open', async () => {
    const { router } = await open();
    const tab = vi.spyOn(window, 'open').mockReturnValue(null);
    await userEvent.type(await field(), 'pb-1042');
    await press('{Control>}{Enter}{/Control}');
    expect(tab).toHaveBeenCalledWith(order, '_blank', 'noopener');
    expect(router.state.location.pathname).toBe('/order-list');
    expect(await field()).toBeVisible();
  });
});

describe('orders', () => {
  test('of the browser are found at once, by name or number, and Enter opens the best (BY-049)', async () => {
    const { input, router } = await open();
    await userEvent.type(input, 'PB-1045');
    expect(active()).toHaveTextContent('PB-1045');
    await userEvent.clear(input);
    await userEvent.type(input, 'ahjl');
    expect(active()).toHaveTextContent('PB-1062 Autumn harvest jar label'); // the newest of that name
    await press('{Enter}');
    await waitFor(() => expect(router.state.location.pathname).toBe(`/orders/detail/${uuid(1020)}`));
  });

  test('that only the server knows follow below, and the chosen line stays', async () => {
    const { input } = await open();
    const [first] = server().orders;
    if (!first) throw new Error('there is no order');
    server().orders.push({
      ...first,
      id: uuid(1999),
      orderId: '1999',
      orderName: 'Archived jar label',
      archived: true,
    });
    await userEvent.type(input, 'jar label');
    await press('{ArrowDown}');
    const chosen = active().textContent;
    const before = lines();
    await waitFor(() => expect(section('More orders')[0]).toContain('Archived jar label'));
    expect(lines().slice(0, before.length)).toEqual(before);
    expect(active()).toHaveTextContent(chosen ?? '?');
    expect(screen.getByRole('status')).toHaveTextContent(`${lines().length} results`);
  });

  test('are asked for once the user pauses, at most ten', async () => {
    const { input } = await open();
    await userEvent.type(input, 'label');
    expect(searches()).toEqual([]);
    expect(screen.getByRole('status')).toHaveTextContent('Searching all orders…');
    await waitFor(() => expect(searches()).toHaveLength(1));
    expect([...(searches()[0]?.query ?? [])]).toEqual([
      ['customSearch', 'label'],
      ['limit', '10'],
    ]);
  });

  test('of the browser remain when the search fails, which is said', async () => {
    server().intercept = ({ path }) =>
      path.endsWith('/search') ? refused(500, 'internal', 'Out of order') : undefined;
    const { input } = await open();
    await userEvent.type(input, 'jar label');
    await waitFor(() => expect(screen.getByRole('status')).toHaveTextContent(/Only what .* Out of order/));
    expect(lines()[0]).toContain('Autumn harvest jar label');
    await userEvent.type(input, 'qqqq');
    expect(await screen.findByText('Nothing that is loaded matches “jar labelqqqq”.')).toBeVisible();
  });

  test('that match nothing lead to a hint', async () => {
    const { input } = await open();
    await userEvent.type(input, 'qqqq');
    expect(await screen.findByText('Nothing matches “qqqq”.')).toBeVisible();
    expect(input).toHaveAttribute('aria-expanded', 'false');
    expect(screen.getByRole('status')).toHaveTextContent('No results');
  });
});

describe('what was opened last', () => {
  test('shows first, the newest on top, without the open page and pages that the user has no longer', async () => {
    recent.add(me.id, { to: '/audit', label: 'Audit' });
    recent.add(me.id, { to: order, label: 'An old name', number: 'PB-1042' });
    recent.add(me.id, { to: '/archived-order', label: 'Archived orders' });
    recent.add(uuid(9), { to: '/settings', label: 'General Settings' });
    await open();
    const [archived, known, ...others] = section('Recent');
    expect([archived, others]).toEqual(['Archived orders', []]);
    // The order is loaded, so its name of today shows.
    expect(known).toContain('PB-1042 Autumn harvest jar label');
  });

  test('is stored as the user goes, and deleted when they sign out', async () => {
    const { router } = showApp('/archived-order');
    await waitFor(() => expect(recent.read(me.id)[0]).toEqual({ to: '/archived-order', label: 'Archived orders' }));
    await act(() => router.navigate(order));
    await waitFor(() =>
      expect(recent.read(me.id)[0]).toEqual({ to: order, label: 'Autumn harvest jar label', number: 'PB-1042' }),
    );
    await act(() => router.navigate('/signout'));
    await waitFor(() => expect(router.state.location.pathname).toBe('/signin'));
    expect(recent.read(me.id)).toEqual([]);
  });

  test('is at most ten, each once', () => {
    for (let i = 0; i < 12; i += 1) recent.add(me.id, { to: `/${i}`, label: String(i) });
    recent.add(me.id, { to: '/5', label: '5' });
    expect(recent.read(me.id).map(({ label }) => label)).toEqual(['5', '11', '10', '9', '8', '7', '6', '4', '3', '2']);
    window.localStorage.setItem(`recent:${me.id}`, 'broken');
    expect(recent.read(me.id)).toEqual([]);
  });
});

test('the whole app: an order is opened by keyboard, and its heading gets the focus', async () => {
  const { router } = showApp('/archived-order');
  await screen.findByRole('heading', { name: 'Archived orders' });
  await press('{Control>}k{/Control}');
  await waitFor(async () => expect(await field()).toHaveFocus());
  // Only the server knows it here.
  await userEvent.type(await field(), 'price list');
  await waitFor(() => expect(active()).toHaveTextContent('Price list 2027'));
  await press('{Enter}');
  const heading = await screen.findByRole('heading', { level: 1, name: /Price list 2027/ });
  expect(router.state.location.pathname).toMatch(/^\/orders\/detail\//);
  await waitFor(() => expect(heading).toHaveFocus());
});
