import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { makeProfile, makeReseller } from '../../../../tests/fake/data';
import { withPlan } from '../../../../tests/fake/membership';
import { fakeServer, show, showApp, SilentSocket, storeSession } from '../../../../tests/render';
import type { ProfileMembership } from '@/api/generated';
import { applyLive } from '@/api/live/live';
import { Banners } from './Banners';

const server = fakeServer();
beforeEach(() => {
  storeSession('owner');
  vi.stubGlobal('WebSocket', SilentSocket);
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));
const answer = async (name: string) =>
  userEvent.click(await within(await screen.findByRole('dialog')).findByRole('button', { name }));
const sent = (method: string, path: string) =>
  server().requests.filter((request) => request.method === method && request.path.endsWith(path));

const open = (more: Partial<ProfileMembership> = {}, path = '/archived-order') => {
  server().own.profile = withPlan(server().own.profile, more);
  return showApp(path);
};

const onLeave = {
  state: 'on-leave',
  open: false,
  closedBecause: 'Your subscription is on leave. Please contact the account owner to reactivate it.',
  onSubscriptionLeave: true,
  onSubscriptionLeaveReactivationDateFormat: '15 Jan 2027',
} as const;

describe('the membership block of the sidebar', () => {
  test('has the plan, its label and the meters, which lead to their events', async () => {
    open();
    const block = within(await screen.findByRole('region', { name: 'Membership' })); // BD-111
    expect(block.getByRole('link', { name: 'Studio' })).toHaveAttribute('href', '/membership/service');
    expect(block.getByText('Next Payment Due Date')).toBeVisible(); // BD-427
    expect(block.getByText('10 Dec 2026')).toBeVisible();
    expect(block.queryByText('Inactive')).toBeNull();
    expect(block.getByRole('link', { name: /^Allocated hours 12.5 \/ 50.0 h ?25.0%/ })).toHaveAttribute(
      'href',
      '/membership/service#hours', // BY-042
    );
    expect(block.getByText('40.0 h in the plan')).toBeVisible(); // BD-350
    expect(block.getByRole('meter', { name: 'Orders in this cycle' })).toHaveAttribute('data-danger', 'true'); // BD-363
    expect(block.getByRole('meter', { name: 'Active orders' })).not.toHaveAttribute('data-danger'); // BD-363
    expect(block.getByRole('meter', { name: 'Storage' })).toHaveAttribute('aria-valuetext', '4.0 GB of 10 GB used');
    const more = block.getByRole('button', { name: 'Additional storage' });
    expect(more).toHaveAttribute('aria-expanded', 'false');
    await userEvent.click(more);
    expect(more).toHaveAttribute('aria-expanded', 'true'); // BD-357
    expect(block.getByText('Archive 5 GB')).toBeVisible(); // BD-357
  });

  test('says that the plan is inactive', async () => {
    open({ inactive: true, label: 'Subscription Inactive' });
    const block = within(await screen.findByRole('region', { name: 'Membership' }));
    expect(block.getByText('Inactive')).toBeVisible(); // BD-426
  });

  test('is an icon in the collapsed sidebar', async () => {
    window.localStorage.setItem('setting.sidebar', 'small');
    open();
    const link = await screen.findByRole('link', { name: 'Membership. Studio: Next Payment Due Date 10 Dec 2026' });
    expect(link).toHaveAttribute('href', '/membership/service');
    window.localStorage.removeItem('setting.sidebar');
  });

  test('is there only for those who may see the plan of an account', async () => {
    server().own.profile = { ...withPlan(server().own.profile), abilities: {} };
    showApp('/archived-order');
    await screen.findByText('Your time');
    expect(screen.queryByRole('region', { name: 'Membership' })).toBeNull();
  });

  test('is not there for an account without a plan that has none to choose from', async () => {
    open({ state: 'none', title: '', label: '', offered: false });
    expect(await screen.findByRole('region', { name: 'Business hours' })).toBeVisible();
    expect(screen.queryByRole('region', { name: 'Membership' })).toBeNull();
  });
});

describe('the banners of the plan', () => {
  const downgrade = { kind: 'downgrade', on: '2026-12-10', plan: 'Starter' } as const;

  const upgrade = { kind: 'upgrade', on: '2026-12-10', plan: 'Agency' } as const;
  const me = makeProfile('owner');
  const deletesAt = '2026-12-20T10:00:00Z';

  test.each([
    ['scheduled downgrade', withPlan(me, { next: downgrade }), 'Your plan changes to Starter on 10 Dec 2026.'],
    ['scheduled upgrade', withPlan(me, { next: upgrade }), 'Your plan changes to Agency on 10 Dec 2026.'],
    ['unverified e-mail', { ...me, emailIsVerified: false }, `Your email address ${me.emailAddress} is not verified.`],
    ['deletion request', { ...me, deletesAt }, 'This account will be deleted on 20 Dec 2026.'],
  ])('and the like appear after 750 ms in a place that is there before: %s', (_, one, text) => {
    vi.useFakeTimers();
    const { container } = show(<Banners me={one} />);
    const place = container.querySelector('.subscription, .unverified, .leaving');
    expect(place).toHaveTextContent(/^$/);
    act(() => void vi.advanceTimersByTime(749));
    expect(screen.queryByText(text)).toBeNull();
    expect(place).not.toHaveAttribute('data-said');
    act(() => void vi.advanceTimersByTime(1));
    expect(place).toContainElement(screen.getByText(text)); // BD-428, BD-429
  });

  test('cancel a scheduled downgrade after a confirmation', async () => {
    open({ next: downgrade });
    await press('Cancel the downgrade'); // SH-150
    await answer('No');
    expect(sent('PUT', '/package/cancel-downgrade')).toEqual([]); // BD-421
    await press('Cancel the downgrade');
    await answer('Yes');
    await waitFor(() => expect(sent('PUT', '/package/cancel-downgrade')).toHaveLength(1)); // SH-216, BD-421, BD-422
    await waitFor(() => expect(screen.queryByText(/changes to Starter/)).toBeNull());
  });

  test('cancel a scheduled upgrade after a confirmation', async () => {
    open({ next: upgrade });
    await press('Cancel the upgrade');
    expect(sent('PUT', '/package/cancel-upgrade')).toEqual([]);
    await answer('Yes');
    await waitFor(() => expect(sent('PUT', '/package/cancel-upgrade')).toHaveLength(1)); // SH-217, BD-420, BD-423
  });

  test('continue a cancelled subscription', async () => {
    open({ state: 'cancelled', next: { kind: 'cancel', on: '2026-12-10' } });
    expect(await screen.findByText('Your subscription ends with its cycle, after 09 Dec 2026.')).toBeVisible(); // BD-428
    await press('Continue subscription');
    await waitFor(() => expect(sent('PUT', '/profile/continue-subscription')).toHaveLength(1));
    expect(sent('PUT', '/profile/continue-subscription')[0]?.body).toBe(''); // SH-218, BD-425
  });
});

describe('the modal of a leave', () => {
  test('says when the leave ends, offers to end it, and is noted in the browser', async () => {
    open(onLeave);
    const dialog = within(await screen.findByRole('dialog', { name: 'Your subscription is on leave' }));
    expect(dialog.getByText('It becomes active again on 15 Jan 2027.')).toBeVisible(); // BD-415
    expect(dialog.getByRole('button', { name: 'Reactivate now' })).toBeVisible(); // BD-416, BD-417
    await userEvent.click(dialog.getByRole('button', { name: 'Not now' }));
    expect(window.localStorage.getItem('setting.leave-told')).toBe('15 Jan 2027'); // BD-414
  });

  test('ends the leave', async () => {
    open(onLeave);
    await answer('Reactivate now'); // BD-416
    const question = await screen.findByRole('dialog', { name: 'Reactivate your subscription?' });
    await userEvent.click(within(question).getByRole('button', { name: 'Yes' }));
    await waitFor(() => expect(sent('PUT', '/package/reactivate')).toHaveLength(1)); // BD-416, BD-419
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Your subscription is on leave' })).toBeNull());
  });

  test('sends those to the owner who cannot end it', async () => {
    server().own.profile = { ...server().own.profile, role: 'staff' };
    open(onLeave);
    const dialog = within(await screen.findByRole('dialog', { name: 'Your subscription is on leave' }));
    expect(
      dialog.getByText('Your subscription is on leave. Please contact the account owner to reactivate it.'),
    ).toBeVisible(); // BD-418
    expect(dialog.queryByRole('button', { name: /Reactivate/ })).toBeNull(); // BD-417
  });

  test('appears again for a second leave', async () => {
    window.localStorage.setItem('setting.leave-told', '15 Jan 2027');
    open({ ...onLeave, onSubscriptionLeaveReactivationDateFormat: '01 Sep 2027' });
    await answer('Not now'); // BD-414
    expect(window.localStorage.getItem('setting.leave-told')).toBe('01 Sep 2027');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  test('is not shown again for the same leave', async () => {
    window.localStorage.setItem('setting.leave-told', '15 Jan 2027');
    open(onLeave);
    await screen.findByText('Your subscription is on leave until 15 Jan 2027.'); // The banner, after the same time.
    await act(() => new Promise((done) => setTimeout(done, 50)));
    expect(screen.queryByRole('dialog')).toBeNull(); // BD-414
  });
});

describe('Create New Order while no new orders can begin', () => {
  const closedBecause = 'Your free trial has ended. Choose a plan to place new orders.';

  test('says why, and leads an owner to the plans', async () => {
    const { router } = open({ state: 'ended', open: false, closedBecause });
    await press('Create New Order');
    const dialog = within(await screen.findByRole('dialog', { name: 'No new orders now' }));
    expect(dialog.getByText(closedBecause)).toBeVisible();
    await userEvent.click(dialog.getByRole('button', { name: 'Choose a plan' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/membership/package'));
  });

  test('says why to those who cannot choose a plan', async () => {
    server().own.profile = { ...server().own.profile, role: 'staff' };
    const { router } = open({ state: 'ended', open: false, closedBecause });
    await press('Create New Order');
    const dialog = within(await screen.findByRole('dialog', { name: 'No new orders now' }));
    expect(dialog.queryByRole('button', { name: 'Choose a plan' })).toBeNull();
    await userEvent.click(dialog.getByRole('button', { name: 'OK' }));
    expect(router.state.location.pathname).toBe('/archived-order');
  });
});

test('the meters follow the orders of the account', async () => {
  const { store } = open();
  const block = within(await screen.findByRole('region', { name: 'Membership' }));
  const { membership } = server().own.profile;
  if (membership) membership.orders = { ...membership.orders, currentActiveOrder: 6 };
  act(() => store.dispatch(applyLive({ event: 'reload-order', data: { orderId: 'one' } })));
  expect(await block.findByText(/^6 \//)).toBeVisible();
});

test('the shell shows what people live by around every page (BD-010)', async () => {
  open({}, '/order-list');
  const sidebar = within(await screen.findByRole('complementary', { name: 'Sidebar' }));
  expect(await sidebar.findByRole('region', { name: 'Membership' })).toBeVisible();
  expect(sidebar.getByRole('meter', { name: 'Allocated hours' })).toBeVisible();
  expect(sidebar.getByText('Your time')).toBeVisible();
  const bar = within(screen.getByRole('banner'));
  expect(bar.getByRole('link', { name: 'Proofboard: home' })).toBeVisible(); // BD-110
  expect(bar.getByLabelText('Quick search')).toBeVisible();
  expect(bar.getByRole('button', { name: /^User menu of/ })).toBeVisible();
  expect(bar.getByRole('button', { name: /^Notifications/ })).toBeVisible();
});

test("a reseller's own people see their customers in the client view, and not their plan", async () => {
  server().own.profile = withPlan(makeReseller());
  window.localStorage.setItem('view', 'client');
  showApp('/archived-order');
  await screen.findByText('Your time');
  expect(screen.queryByRole('region', { name: 'Membership' })).toBeNull();
});
