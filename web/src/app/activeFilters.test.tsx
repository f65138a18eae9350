import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, test } from 'vitest';
import { people } from '../../tests/fake/data';
import { fakeServer, showApp, storeSession } from '../../tests/render';

const server = fakeServer('manager');

beforeEach(() => {
  window.localStorage.clear();
  storeSession('manager');
});

const inForce = () => screen.findByRole('group', { name: 'Filters in force' });
const addressOf = ({ router }: ReturnType<typeof showApp>) => new URLSearchParams(router.state.location.search);
const count = (status: string) => screen.getByRole('link', { name: new RegExp(`^${status} ?\\d+$`) }).textContent;

describe.each([
  ['board', '/'],
  ['list', '/order-list'],
])('above the %s', (_page, path) => {
  test('each active filter is a chip that can be removed, even while the sidebar is closed', async () => {
    window.localStorage.setItem('setting.sidebar', 'small');
    const view = showApp(
      `${path}?orderProgress=in-review,on-hold&operatorId=${people.priya.id}&createdAtStart=2026/03/01&customSearch=jam`,
    );
    const chips = within(await inForce());
    expect(chips.getByText('In Review, On Hold')).toBeVisible();
    expect(await chips.findByText(people.priya.name)).toBeVisible();
    expect(chips.getByText('from 01 Mar 2026')).toBeVisible();
    expect(chips.getAllByRole('listitem')).toHaveLength(4);
    const remove = chips.getByRole('button', { name: 'Remove the filter Search: “jam”' });
    await userEvent.click(remove);
    expect(addressOf(view).has('customSearch')).toBe(false);
    expect(addressOf(view).get('orderProgress')).toBe('in-review,on-hold');
    expect(chips.getAllByRole('listitem')).toHaveLength(3);
    expect(document.activeElement).toHaveAccessibleName(/^Remove the filter Order progress/);
  });

  test("'Clear' removes all of them and clears the selected preset", async () => {
    window.localStorage.setItem('setting.preset.orders', 'some-preset');
    const view = showApp(`${path}?orderProgress=in-review&priority=urgent`);
    await userEvent.click(within(await inForce()).getByRole('button', { name: 'Clear' }));
    expect(view.router.state.location.search).toBe('');
    expect(screen.queryByRole('group', { name: 'Filters in force' })).toBeNull();
    expect(window.localStorage.getItem('setting.preset.orders')).toBe('');
    expect(document.activeElement?.tagName).toBe('H1');
  });

  test("'Nothing matches' offers to reset the filters", async () => {
    const view = showApp(`${path}?customSearch=nothing%20has%20this`);
    expect(await screen.findByText('Nothing matches')).toBeVisible();
    await userEvent.click(await screen.findByRole('button', { name: 'Reset filters' }));
    await waitFor(() => expect(view.router.state.location.search).toBe(''));
    await waitFor(() => expect(screen.queryByText('Nothing matches')).toBeNull());
  });

  test("the sidebar's counts use the filter and link to the counted orders", async () => {
    const [first] = server().orders;
    if (!first) throw new Error('no order');
    const same = server().orders.filter(({ orderName }) => orderName.includes(first.orderName));
    const reviewed = same.filter(({ status }) => status === 'in-review').length;
    showApp(`${path}?customSearch=${encodeURIComponent(first.orderName)}&orderProgress=cancelled`);
    await inForce();
    await waitFor(() => expect(count('In Review')).toBe(`In Review${reviewed}`));
    const total = ['New Order', 'In Progress', 'In Review', 'On Hold', 'Approved', 'Cancelled']
      .map((status) => Number(/\d+$/.exec(count(status) ?? '')?.[0]))
      .reduce((sum, n) => sum + n, 0);
    expect(total).toBe(same.length);
    expect(total).toBeLessThan(server().orders.length);
    const to = new URL(screen.getByRole('link', { name: /^On Hold/ }).getAttribute('href') ?? '', 'http://x');
    expect(to.searchParams.get('orderProgress')).toBe('on-hold');
    expect(to.searchParams.get('customSearch')).toBe(first.orderName);
  });
});

test('a list without matches for the quick search can be reset too', async () => {
  const view = showApp('/order-list?q=nothing+has+this');
  await userEvent.click(await screen.findByRole('button', { name: 'Reset filters' }));
  expect(screen.getByRole('textbox', { name: 'Quick search' })).toHaveValue('');
  await waitFor(() => expect(addressOf(view).has('q')).toBe(false));
  expect(await screen.findByRole('region', { name: 'Orders' })).toBeVisible();
});

test('clicking a count on another page opens all orders of that status', async () => {
  showApp('/work?customSearch=jam');
  const link = await screen.findByRole('link', { name: /^In Review/ });
  expect(link).toHaveAttribute('href', '/order-list?orderProgress=in-review');
});

test('the archive, which has no columns, shows no counts of the board', async () => {
  showApp('/archived-order');
  await screen.findByRole('heading', { level: 1, name: /Archived/ });
  expect(screen.queryByRole('region', { name: 'By status' })).not.toBeInTheDocument();
});
